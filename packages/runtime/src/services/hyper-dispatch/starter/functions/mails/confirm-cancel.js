// Called by rules/confirm-cancels for each "order.canceled".
export default function confirmCancel({ id, customer }, { call }) {
  return call('mails/send', {
    to: customer.email,
    subject: `Your order ${id} was canceled`,
    text: 'We have canceled your order. Nothing will be charged.',
  });
}
