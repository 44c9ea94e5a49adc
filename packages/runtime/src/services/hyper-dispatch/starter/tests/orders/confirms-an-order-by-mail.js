// From the function over the rule to the content: order.created leads to a mail in the outbox.
// Try: set disabled in rules/confirm-orders, and run the tests: this one fails.
export default async function confirmsAnOrderByMail({ call, content, expect }) {
  const { order, handledBy } = await call('orders/create', {
    customer: { name: 'Ada', email: 'ada@example.com' },
    lines: [{ product: 'cup', quantity: 1 }],
  });
  expect(handledBy).to.deep.equal(['mails/confirm-order']);
  const { content: mails } = await content.find('mails', { where: { to: 'ada@example.com' } });
  expect(mails).to.have.length(1);
  expect(mails[0].subject).to.equal(`Your order ${order.id}`);
  expect(mails[0].text).to.contain('1 x Cup').and.to.contain('Total: 17.40 EUR');
}
