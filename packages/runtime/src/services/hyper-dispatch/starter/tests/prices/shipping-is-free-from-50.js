export default async function shippingIsFreeFrom50({ call, expect }) {
  expect(await call('prices/shipping', { sumCents: 4999 })).to.deep.equal({ shippingCents: 490 });
  expect(await call('prices/shipping', { sumCents: 5000 })).to.deep.equal({ shippingCents: 0 });
}
