export default {
  id: "tests-orders-confirms-a-cancel-by-mail",
  description: "Who cancels an order gets an e-mail",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
    "mails",
  ],
  disabled: false,
};
