export default async function findsByCategory({ content, expect }) {
  const { content: teas } = await content.find('products', { where: { category: 'tea' }, sortBy: 'priceCents' });
  expect(teas.map(({ id }) => id)).to.deep.equal(['tea-herbal', 'tea-black', 'tea-green']);
}
