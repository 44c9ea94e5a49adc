export default {
  id: "tests-stock-takes-all-or-nothing",
  description: "When one product is missing, none is taken",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "stock",
  ],
  disabled: false,
};
