export default async function searchesByName({ call, expect }) {
  const { products } = await call('products/search', { text: ' TEA ' });
  expect(products.map(({ id }) => id)).to.deep.equal(['tea-black', 'tea-green', 'tea-herbal', 'teapot']);
}
