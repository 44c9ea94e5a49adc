export default async function confirmsACancelByMail({ call, content, expect }) {
  const { order } = await call('orders/create', {
    customer: { email: 'ada@example.com' },
    lines: [{ product: 'cup', quantity: 1 }],
  });
  await call('orders/cancel', { id: order.id });
  const { content: mails } = await content.find('mails', { where: { to: 'ada@example.com' } });
  expect(mails.map(({ subject }) => subject)).to.include(`Your order ${order.id} was canceled`);
}
