export default {
  id: "tests-products-finds-nothing",
  description: "A name that no product has gives an empty list",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
