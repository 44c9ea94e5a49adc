const order = {
  id: 'o-1',
  customer: { email: 'ada@example.com' },
  lines: [{ product: 'cup', name: 'Cup', quantity: 1, amountCents: 1250 }],
  totalCents: 1740,
  status: 'NEW',
};

// No mail leaves a test; mock.mails() has what would have been sent.
export default async function remindsOnlyWhoOwes({ call, content, expect, mock }) {
  await content.insert('orders', order);
  expect((await call('payments/remind', { order: order.id })).reminded).to.equal(true);
  expect(mock.mails()).to.have.length(1);
  expect(mock.mails()[0]).to.include({ to: 'ada@example.com', subject: 'Your order o-1 is not paid yet' });
  await content.update('orders', order.id, { paidOn: '2030-01-01T00:00:00.000Z' });
  expect((await call('payments/remind', { order: order.id })).reminded).to.equal(false);
  expect(mock.mails()).to.have.length(1);
}
