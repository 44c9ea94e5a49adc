export default {
  id: "tests-orders-confirms-an-order-by-mail",
  description: "A rule sends the confirmation of an order",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
    "mails",
  ],
  disabled: false,
};
