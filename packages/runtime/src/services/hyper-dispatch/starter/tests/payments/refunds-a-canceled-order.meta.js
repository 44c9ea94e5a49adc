export default {
  id: "tests-payments-refunds-a-canceled-order",
  description: "A canceled order that was paid is paid back once",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
    "orders",
  ],
  disabled: false,
};
