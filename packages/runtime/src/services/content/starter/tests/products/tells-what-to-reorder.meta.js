export default {
  id: "tests-products-tells-what-to-reorder",
  description: "A product that runs low is on the list of the buyer",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "products",
    "stock",
  ],
  disabled: false,
};
