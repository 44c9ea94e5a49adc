export default {
  id: "functions-payments-book",
  description: "Marks an order as paid and sends the receipt",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
  ],
  disabled: false,
  on: [
    "content.payments.inserted",
  ],
};
