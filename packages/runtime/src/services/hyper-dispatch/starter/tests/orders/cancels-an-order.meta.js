export default {
  id: "tests-orders-cancels-an-order",
  description: "A canceled order goes back into the stock",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
  ],
  disabled: false,
};
