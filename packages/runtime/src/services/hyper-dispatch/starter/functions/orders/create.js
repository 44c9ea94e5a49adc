// An order, from prices to the mail: functions call each other by name (prices/quote, stock/take), what lasts is an
// entry of a collection of the service Content, and emit tells the rules that something has happened.
// Try: rules/confirm-orders answers "order.created" with mails/confirm-order; tests/orders checks all of it.
export default async function create({ customer, lines }, { call, content, emit, user }) {
  if (!customer?.email) throw new Error('An order needs the e-mail of the customer');
  const quote = await call('prices/quote', { lines });
  await call('stock/take', { lines });
  const order = await content.insert('orders', { customer, ...quote, status: 'NEW', createdBy: user.id });
  const handled = await emit('order.created', order);
  return { order, handledBy: handled.map((each) => each.function) };
}
