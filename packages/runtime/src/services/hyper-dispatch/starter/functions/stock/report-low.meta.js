export default {
  id: "functions-stock-report-low",
  description: "Writes an e-mail to the buyer when a product runs low",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
