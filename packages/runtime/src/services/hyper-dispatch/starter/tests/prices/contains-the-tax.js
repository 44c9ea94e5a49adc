export default async function containsTheTax({ call, expect }) {
  const quote = await call('prices/quote', { lines: [{ product: 'tea-black', quantity: 1 }] });
  expect(quote).to.include({ sumCents: 590, shippingCents: 490, totalCents: 1080, taxCents: 205 });
}
