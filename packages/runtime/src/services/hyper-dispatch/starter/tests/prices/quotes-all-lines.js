export default async function quotesAllLines({ call, expect }) {
  const quote = await call('prices/quote', {
    lines: [
      { product: 'tea-green', quantity: 2 },
      { product: 'cup', quantity: 1 },
    ],
  });
  expect(quote.sumCents).to.equal(2 * 690 + 1250);
  expect(quote.shippingCents).to.equal(490);
  expect(quote.totalCents).to.equal(3120);
  expect(quote.taxCents).to.equal(593);
}
