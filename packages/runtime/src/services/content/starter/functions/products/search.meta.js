export default {
  id: "functions-products-search",
  description: "Finds products by a part of their name",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
