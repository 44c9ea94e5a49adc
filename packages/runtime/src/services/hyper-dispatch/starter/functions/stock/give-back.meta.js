export default {
  id: "functions-stock-give-back",
  description: "Puts products back into the stock",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
