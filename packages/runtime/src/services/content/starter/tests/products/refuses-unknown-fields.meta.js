export default {
  id: "tests-products-refuses-unknown-fields",
  description: "The schema knows all fields of a product",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
