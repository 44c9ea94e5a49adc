// Queued by orders/cancel for a paid order. An error here makes the queue try again, after growing pauses.
// It reaches the host that its metadata names once the host is allowed and the secret set, under Secrets & variables.
export default async function refund({ order }, { content, secrets }) {
  const { content: payments } = await content.find('payments', { where: { order } });
  const open = payments.filter(({ refundedOn }) => refundedOn === undefined);
  for (const { id, intent } of open) {
    const response = await fetch('https://api.stripe.com/v1/refunds', {
      method: 'POST',
      // With the same key, the provider pays back once, however often it is asked.
      headers: { authorization: `Bearer ${secrets.PAYMENT_KEY}`, 'idempotency-key': id },
      body: new URLSearchParams([['payment_intent', intent]]),
    });
    if (!response.ok) throw new Error(`The payment provider answers ${response.status}`);
    await content.update('payments', id, { refundedOn: new Date().toISOString() });
  }
  return { refunded: open.length };
}
