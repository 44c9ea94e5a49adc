export default {
  id: "tests-orders-creates-an-order",
  description: "An order is stored and taken out of the stock",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
  ],
  disabled: false,
};
