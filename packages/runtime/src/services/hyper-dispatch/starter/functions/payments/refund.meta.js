export default {
  id: "functions-payments-refund",
  description: "Pays the money of a canceled order back",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
  ],
  disabled: false,
  fetch: [
    "api.stripe.com",
  ],
  secrets: [
    "PAYMENT_KEY",
  ],
};
