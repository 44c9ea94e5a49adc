export default async function givesTheStockBack({ call, content, expect }) {
  const { stock } = await content.update('products', 'teapot', { stock: 20 });
  const { order } = await call('orders/create', {
    customer: { email: 'ada@example.com' },
    lines: [{ product: 'teapot', quantity: 3 }],
  });
  expect((await content.get('products', 'teapot')).stock).to.equal(stock - 3);
  await call('orders/cancel', { id: order.id });
  expect((await content.get('products', 'teapot')).stock).to.equal(stock);
}
