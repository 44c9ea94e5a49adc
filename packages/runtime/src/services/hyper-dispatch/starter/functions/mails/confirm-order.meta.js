export default {
  id: "functions-mails-confirm-order",
  description: "Confirms an order to the customer",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
