export default {
  id: "tests-products-finds-by-category",
  description: "Products are found by their category",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
