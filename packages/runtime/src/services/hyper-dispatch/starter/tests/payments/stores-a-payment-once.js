const event = {
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  created: 1_893_456_000,
  data: { object: { id: 'pi_1', amount: 1740, metadata: { order: 'o-1' } } },
};

export default async function storesAPaymentOnce({ call, content, expect }) {
  for (const _ of ['once', 'and again']) {
    const body = JSON.stringify(event);
    const response = await call('hooks/payment', new Request('https://shop.example/hooks/payment', { method: 'POST', body }));
    expect(response.status).to.equal(200);
  }
  const { content: payments } = await content.find('payments', { where: { order: 'o-1' } });
  const paidOn = '2030-01-01T00:00:00.000Z';
  expect(payments).to.deep.equal([{ id: 'evt_1', intent: 'pi_1', order: 'o-1', amountCents: 1740, paidOn }]);
}
