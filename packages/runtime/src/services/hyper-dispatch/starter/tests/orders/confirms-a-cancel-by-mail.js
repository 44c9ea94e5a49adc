export default async function confirmsACancelByMail({ call, content, expect }) {
  await content.update('products', 'cup', { stock: 20 });
  const { order } = await call('orders/create', {
    customer: { email: 'ada@example.com' },
    lines: [{ product: 'cup', quantity: 1 }],
  });
  await call('orders/cancel', { id: order.id });
  const where = { to: 'ada@example.com', subject: `Your order ${order.id} was canceled` };
  expect((await content.find('mails', { where })).totalElements).to.equal(1);
}
