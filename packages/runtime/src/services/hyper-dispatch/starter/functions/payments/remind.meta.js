export default {
  id: "functions-payments-remind",
  description: "Reminds a customer of an order that is not paid",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
  ],
  disabled: false,
};
