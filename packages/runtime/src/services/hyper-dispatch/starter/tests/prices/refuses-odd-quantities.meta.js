export default {
  id: "tests-prices-refuses-odd-quantities",
  description: "Nobody can order none, less or half of a product",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
