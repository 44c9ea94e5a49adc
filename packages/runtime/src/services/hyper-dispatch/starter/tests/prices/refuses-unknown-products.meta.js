export default {
  id: "tests-prices-refuses-unknown-products",
  description: "A product that does not exist has no price",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
