// Takes an order back: the stock too, and rules/confirm-cancels sends a mail for "order.canceled". What was paid is paid
// back from the queue, which tries again if the payment provider is down.
export default async function cancel({ id }, { call, content, emit, later }) {
  const order = await content.get('orders', id);
  if (order.status !== 'NEW') throw new Error(`The order is ${order.status} already`);
  await call('stock/give-back', { lines: order.lines });
  const canceled = await content.update('orders', id, { status: 'CANCELED' });
  await emit('order.canceled', canceled);
  if (canceled.paidOn !== undefined) await later('payments/refund', { order: id }, { key: id, retries: 5 });
  return canceled;
}
