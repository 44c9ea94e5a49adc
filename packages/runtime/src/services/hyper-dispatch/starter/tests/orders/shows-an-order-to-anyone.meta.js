export default {
  id: "tests-orders-shows-an-order-to-anyone",
  description: "The public address of an order tells its state and nothing of its customer",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
  ],
  disabled: false,
};
