// Runs by itself after each new entry of "payments", at least once: so it can be called twice for the same one.
import { toText } from '../../lib/money.js';

export default async function book({ after: payment }, { content, mail }) {
  const { content: orders } = await content.find('orders', { where: { id: payment.order ?? '' } });
  const [order] = orders;
  if (!order || order.paidOn !== undefined) return { booked: false };
  // Without a card on file, a domain can mail its own people only; "refused" names the others.
  const { refused } = await mail.send({
    to: order.customer.email,
    subject: `Receipt for your order ${order.id}`,
    text: `Thank you, we have received ${toText(payment.amountCents)} EUR.`,
  });
  await content.update('orders', order.id, { paidOn: payment.paidOn });
  return { booked: true, refused };
}
