export default {
  id: "tests-products-has-products",
  description: "The shop has something to sell",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
