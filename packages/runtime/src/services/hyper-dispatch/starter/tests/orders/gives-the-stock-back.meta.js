export default {
  id: "tests-orders-gives-the-stock-back",
  description: "What was ordered and canceled can be sold again",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
    "stock",
  ],
  disabled: false,
};
