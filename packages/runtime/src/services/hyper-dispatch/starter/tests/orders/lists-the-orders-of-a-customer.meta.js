export default {
  id: "tests-orders-lists-the-orders-of-a-customer",
  description: "Customers see their own orders only",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
  ],
  disabled: false,
};
