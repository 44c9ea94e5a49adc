export default {
  id: "confirm-cancels",
  description: "When orders/cancel emits order.canceled, mails/confirm-cancel runs: customers get an e-mail",
  event: "order.canceled",
  function: "mails/confirm-cancel",
  order: 10,
  disabled: false,
};
