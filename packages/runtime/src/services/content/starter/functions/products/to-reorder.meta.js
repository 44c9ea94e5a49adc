export default {
  id: "functions-products-to-reorder",
  description: "The products that the buyer has to order again",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
