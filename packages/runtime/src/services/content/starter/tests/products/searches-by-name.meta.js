export default {
  id: "tests-products-searches-by-name",
  description: "A part of the name is enough, in any case",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
