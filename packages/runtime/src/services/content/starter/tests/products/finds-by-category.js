export default async function findsByCategory({ content, expect }) {
  const where = { category: 'tea' };
  const { content: teas } = await content.find('products', { where, sortBy: 'priceCents', size: 100 });
  expect(teas.map(({ id }) => id)).to.include.members(['tea-herbal', 'tea-black', 'tea-green']);
  expect(teas.every(({ category }) => category === 'tea')).to.equal(true);
  const prices = teas.map(({ priceCents }) => priceCents);
  expect(prices).to.deep.equal(prices.toSorted((a, b) => a - b));
}
