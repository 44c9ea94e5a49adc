export default {
  id: "tests-products-refuses-odd-ids",
  description: "The id of a product is made of small letters, digits and hyphens",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
  ],
  disabled: false,
};
