export default {
  id: "confirm-orders",
  description: "When orders/create emits order.created, mails/confirm-order runs: customers get an e-mail for each order",
  event: "order.created",
  function: "mails/confirm-order",
  order: 10,
  disabled: false,
};
