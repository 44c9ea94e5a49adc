export default {
  id: "functions-products-stock-value",
  description: "What all products in stock are worth together",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
