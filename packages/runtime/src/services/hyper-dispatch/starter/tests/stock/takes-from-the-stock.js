export default async function takesFromTheStock({ call, content, expect }) {
  const before = await content.update('products', 'cup', { stock: 20 });
  await call('stock/take', { lines: [{ product: 'cup', quantity: 3 }] });
  const after = await content.get('products', 'cup');
  expect(after.stock).to.equal(before.stock - 3);
}
