export default {
  id: "functions-stock-take",
  description: "Takes products out of the stock; all of them or none",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
