export default async function findsNothing({ call, expect }) {
  expect(await call('products/search', { text: 'coffee' })).to.deep.equal({ products: [] });
}
