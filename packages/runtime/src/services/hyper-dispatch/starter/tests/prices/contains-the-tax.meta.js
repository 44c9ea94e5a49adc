export default {
  id: "tests-prices-contains-the-tax",
  description: "The tax is part of the total, rounded to a cent",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
