export default {
  id: "tests-stock-reports-low-stock",
  description: "The buyer gets an e-mail when a product runs low",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "stock",
    "mails",
  ],
  disabled: false,
};
