const order = {
  id: 'o-1',
  customer: { email: 'ada@example.com' },
  lines: [{ product: 'cup', name: 'Cup', quantity: 1, amountCents: 1250 }],
  totalCents: 1740,
  status: 'NEW',
};
const payment = { id: 'evt_1', intent: 'pi_1', order: 'o-1', amountCents: 1740, paidOn: '2030-01-01T00:00:00.000Z' };

export default async function booksAPayment({ call, content, expect, mock }) {
  await content.insert('orders', order);
  expect((await call('payments/book', { after: payment })).booked).to.equal(true);
  expect((await content.get('orders', order.id)).paidOn).to.equal(payment.paidOn);
  expect(mock.mails()[0].text).to.equal('Thank you, we have received 17.40 EUR.');
  expect((await call('payments/book', { after: payment })).booked).to.equal(false);
  expect((await call('payments/book', { after: { ...payment, order: 'another' } })).booked).to.equal(false);
  expect(mock.mails()).to.have.length(1);
}
