export default {
  id: "tests-prices-money-is-written-with-two-digits",
  description: "Amounts are written with two digits",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
