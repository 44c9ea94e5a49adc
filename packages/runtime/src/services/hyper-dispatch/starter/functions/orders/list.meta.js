export default {
  id: "functions-orders-list",
  description: "The orders of one customer, newest first",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
