const order = {
  id: 'o-1',
  customer: { email: 'ada@example.com' },
  lines: [{ product: 'cup', name: 'Cup', quantity: 1, amountCents: 1250 }],
  totalCents: 1740,
  status: 'NEW',
};
const payment = { id: 'evt_1', intent: 'pi_1', order: 'o-1', amountCents: 1740, paidOn: '2030-01-01T00:00:00.000Z' };

// Nothing goes out of a test: it arranges the answers and the secrets.
export default async function refundsACanceledOrder({ call, content, expect, mock }) {
  mock.secrets({ PAYMENT_KEY: 'a-key-for-tests' });
  mock.fetch('POST https://api.stripe.com/v1/refunds', { status: 503 });
  mock.fetch('POST https://api.stripe.com/v1/refunds', { json: { status: 'succeeded' } });
  await content.insert('orders', { ...order, paidOn: payment.paidOn });
  await content.insert('payments', payment);
  await call('orders/cancel', { id: order.id });
  const [{ function: name, input }] = mock.queued();
  const failed = await call(name, input).catch((error) => error);
  expect(failed.message).to.equal('The payment provider answers 503');
  expect(await call(name, input)).to.deep.equal({ refunded: 1 });
  expect(await call(name, input)).to.deep.equal({ refunded: 0 });
  const [first, second] = mock.requests();
  expect(mock.requests()).to.have.length(2);
  expect(first.headers).to.include({ authorization: 'Bearer a-key-for-tests', 'idempotency-key': 'evt_1' });
  expect(second.body).to.equal('payment_intent=pi_1');
}
