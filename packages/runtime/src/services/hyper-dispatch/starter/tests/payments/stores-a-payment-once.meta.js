export default {
  id: "tests-payments-stores-a-payment-once",
  description: "An event that the provider sends twice is one payment",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
  ],
  disabled: false,
};
