export default async function searchesByName({ call, expect }) {
  const { products } = await call('products/search', { text: ' TEA ' });
  const ids = products.map(({ id }) => id);
  expect(ids).to.include.members(['tea-black', 'tea-green', 'tea-herbal', 'teapot']);
  expect(ids).not.to.include('cup');
}
