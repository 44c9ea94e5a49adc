export default {
  id: "tests-products-refuses-negative-stock",
  description: "The schema keeps the stock from becoming negative",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
