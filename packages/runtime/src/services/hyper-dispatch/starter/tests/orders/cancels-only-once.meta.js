export default {
  id: "tests-orders-cancels-only-once",
  description: "A canceled order cannot be canceled again",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
  ],
  disabled: false,
};
