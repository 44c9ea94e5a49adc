export default async function findsNothing({ call, expect }) {
  expect(await call('products/search', { text: 'no such product' })).to.deep.equal({ products: [] });
}
