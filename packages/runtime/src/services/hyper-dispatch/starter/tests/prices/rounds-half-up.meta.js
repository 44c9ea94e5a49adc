export default {
  id: "tests-prices-rounds-half-up",
  description: "Half a cent is rounded up",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
