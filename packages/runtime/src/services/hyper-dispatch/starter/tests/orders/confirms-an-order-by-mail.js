// From the function over the rule to the content: order.created leads to a mail in the outbox.
// Try: set disabled in rules/confirm-orders, and run the tests: this one fails.
export default async function confirmsAnOrderByMail({ call, content, expect }) {
  await content.update('products', 'cup', { stock: 20 });
  const { order, handledBy } = await call('orders/create', {
    customer: { name: 'Ada', email: 'ada@example.com' },
    lines: [{ product: 'cup', quantity: 1 }],
  });
  expect(handledBy).to.deep.equal(['mails/confirm-order']);
  const where = { to: 'ada@example.com', subject: `Your order ${order.id}` };
  const { content: mails } = await content.find('mails', { where });
  expect(mails).to.have.length(1);
  expect(mails[0].text).to.contain('1 x Cup').and.to.contain('Total: 17.40 EUR');
}
