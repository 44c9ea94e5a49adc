// Called by rules/confirm-orders for each "order.created", with the order as its input.
import { toText } from '../../lib/money.js';

export default function confirmOrder({ id, customer, lines, totalCents }, { call }) {
  const list = lines.map(({ quantity, name }) => `${quantity} x ${name}`).join('\n');
  return call('mails/send', {
    to: customer.email,
    subject: `Your order ${id}`,
    text: `Thank you, ${customer.name ?? 'dear customer'}!\n\n${list}\n\nTotal: ${toText(totalCents)} EUR`,
  });
}
