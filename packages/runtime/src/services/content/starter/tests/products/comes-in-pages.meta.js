export default {
  id: "tests-products-comes-in-pages",
  description: "A query gives one page at a time, and no entry twice",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
