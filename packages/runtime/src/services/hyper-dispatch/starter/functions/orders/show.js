// Anyone may ask for an order by its id, at the address /orders/{id}: so it answers without names and e-mails.
// Try: open its address under Triggers with the id of an order. Pages of https://shop.example may read the answer.
export default async function show({ id }, { content }) {
  const order = await content.get('orders', id).catch((error) => {
    if (error.name !== 'NotFoundError') throw error;
    // An error with such a status becomes the status of the response.
    throw Object.assign(new Error('There is no such order'), { status: 404 });
  });
  const lines = order.lines.map(({ name, quantity }) => ({ name, quantity }));
  return { id, status: order.status, isPaid: order.paidOn !== undefined, lines, totalCents: order.totalCents };
}
