const event = {
  id: 'evt_2',
  type: 'payment_intent.payment_failed',
  created: 1_893_456_000,
  data: { object: { id: 'pi_2', amount: 1740, metadata: { order: 'o-1' } } },
};

// Nothing is queued in a test; mock.queued() has what would have been.
export default async function queuesAReminder({ call, expect, mock }) {
  for (const _ of ['once', 'and again']) {
    const body = JSON.stringify(event);
    await call('hooks/payment', new Request('https://shop.example/hooks/payment', { method: 'POST', body }));
  }
  const options = { inSeconds: 86_400, key: 'o-1' };
  expect(mock.queued()).to.deep.equal([{ function: 'payments/remind', input: { order: 'o-1' }, options }]);
}
