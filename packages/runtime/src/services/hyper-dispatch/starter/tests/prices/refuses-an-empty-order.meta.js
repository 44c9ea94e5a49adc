export default {
  id: "tests-prices-refuses-an-empty-order",
  description: "An order without lines has no price",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
