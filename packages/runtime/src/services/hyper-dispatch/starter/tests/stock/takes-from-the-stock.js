export default async function takesFromTheStock({ call, content, expect }) {
  const before = await content.get('products', 'cup');
  await call('stock/take', { lines: [{ product: 'cup', quantity: 3 }] });
  const after = await content.get('products', 'cup');
  expect(after.stock).to.equal(before.stock - 3);
}
