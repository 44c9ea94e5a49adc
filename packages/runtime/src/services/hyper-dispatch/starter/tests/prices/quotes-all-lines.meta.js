export default {
  id: "tests-prices-quotes-all-lines",
  description: "A quote adds up all lines, with shipping and tax",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
