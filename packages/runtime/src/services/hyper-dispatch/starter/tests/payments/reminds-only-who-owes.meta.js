export default {
  id: "tests-payments-reminds-only-who-owes",
  description: "Who has paid in the meantime is not reminded",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
  ],
  disabled: false,
};
