export default {
  id: "confirm-cancels",
  description: "Customers get a mail when an order was canceled",
  event: "order.canceled",
  function: "mails/confirm-cancel",
  order: 10,
  disabled: false,
};
