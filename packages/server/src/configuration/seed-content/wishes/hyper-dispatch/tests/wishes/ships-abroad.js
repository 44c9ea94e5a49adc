// Fails on purpose: the shop of the demo does not ship abroad yet.
export default async function shipsAbroad({ call, expect }) {
  const { shippingCents } = await call('prices/shipping', { sumCents: 1000, country: 'NO' });
  expect(shippingCents).to.equal(1490);
}
