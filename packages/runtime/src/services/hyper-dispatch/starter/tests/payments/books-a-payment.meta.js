export default {
  id: "tests-payments-books-a-payment",
  description: "A payment marks its order as paid and sends one receipt",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
    "mails",
  ],
  disabled: false,
};
