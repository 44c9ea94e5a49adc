export default {
  id: "confirm-orders",
  description: "Customers get a mail for each order",
  event: "order.created",
  function: "mails/confirm-order",
  order: 10,
  disabled: false,
};
