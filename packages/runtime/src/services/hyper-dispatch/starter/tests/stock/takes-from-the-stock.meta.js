export default {
  id: "tests-stock-takes-from-the-stock",
  description: "What is taken is no longer in stock",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "stock",
  ],
  disabled: false,
};
