export default async function cancelsAnOrder({ call, content, expect }) {
  const { stock } = await content.update('products', 'cup', { stock: 20 });
  const { order } = await call('orders/create', {
    customer: { email: 'bob@example.com' },
    lines: [{ product: 'cup', quantity: 2 }],
  });
  const canceled = await call('orders/cancel', { id: order.id });
  expect(canceled.status).to.equal('CANCELED');
  expect((await content.get('products', 'cup')).stock).to.equal(stock);
  const again = await call('orders/cancel', { id: order.id }).catch((error) => error);
  expect(again.message).to.equal('The order is CANCELED already');
}
