// Queued by hooks/payment when a payment has failed, and run a day later: much may have happened until then.
import { toText } from '../../lib/money.js';

export default async function remind({ order: id }, { content, mail }) {
  const { customer, status, totalCents, paidOn } = await content.get('orders', id);
  if (paidOn !== undefined || status === 'CANCELED') return { reminded: false };
  const { refused } = await mail.send({
    to: customer.email,
    subject: `Your order ${id} is not paid yet`,
    text: `Your payment of ${toText(totalCents)} EUR has failed. Please try again.`,
  });
  return { reminded: true, refused };
}
