export default {
  id: "tests-products-counts-in-whole-cents",
  description: "A price is a whole number of cents",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
