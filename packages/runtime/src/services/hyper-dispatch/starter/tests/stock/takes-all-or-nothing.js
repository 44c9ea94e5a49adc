export default async function takesAllOrNothing({ call, content, expect }) {
  const { stock } = await content.update('products', 'cup', { stock: 20 });
  await content.update('products', 'teapot', { stock: 12 });
  const lines = [
    { product: 'cup', quantity: 1 },
    { product: 'teapot', quantity: 1000 },
  ];
  await call('stock/take', { lines }).catch(() => {});
  expect((await content.get('products', 'cup')).stock).to.equal(stock);
}
