export default {
  id: "tests-products-knows-the-value-of-the-stock",
  description: "The value of the stock follows each sale",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
    "stock",
  ],
  disabled: false,
};
