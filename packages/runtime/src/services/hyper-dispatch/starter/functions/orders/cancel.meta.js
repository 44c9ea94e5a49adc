export default {
  id: "functions-orders-cancel",
  description: "Cancels an order that was not shipped yet",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
