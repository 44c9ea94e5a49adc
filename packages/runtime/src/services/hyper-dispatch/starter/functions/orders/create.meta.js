export default {
  id: "functions-orders-create",
  description: "Takes an order: prices it, takes it out of the stock, and tells everyone",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
