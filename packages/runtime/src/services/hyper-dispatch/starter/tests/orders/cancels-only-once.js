export default async function cancelsOnlyOnce({ call, content, expect }) {
  await content.update('products', 'cup', { stock: 20 });
  const { order } = await call('orders/create', {
    customer: { email: 'ada@example.com' },
    lines: [{ product: 'cup', quantity: 1 }],
  });
  await call('orders/cancel', { id: order.id });
  const refused = await call('orders/cancel', { id: order.id }).catch((error) => error);
  expect(refused.message).to.equal('The order is CANCELED already');
}
