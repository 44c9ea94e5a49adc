// A payment provider calls this at the address /hooks/payment. The platform has checked the signature before it starts.
// Try: set the secret PAYMENT_SECRET, and send an event with tools/send-webhook.mjs of Atrium.
const DAY_SECONDS = 86_400;

export default async function payment(_, { request, content, later }) {
  const { id, type, created, data } = await request.json();
  const { id: intent, amount, metadata } = data.object;
  const order = metadata?.order;
  if (type === 'payment_intent.payment_failed') {
    // Customers often try again by themselves. With the same key no second reminder is queued.
    if (order) await later('payments/remind', { order }, { inSeconds: DAY_SECONDS, key: order });
  } else if (type === 'payment_intent.succeeded') {
    const paidOn = new Date(created * 1000).toISOString();
    // Providers send an event again if our answer was lost: its id is that of the entry, so it is stored once.
    await content.insert('payments', { id, intent, ...(order && { order }), amountCents: amount, paidOn }).catch((error) => {
      if (error.name !== 'ConflictError') throw error;
    });
  }
  return { received: true };
}
