export default {
  id: "tests-reports-mails-the-payments-of-a-day",
  description: "The report has the payments of the last day, as the reader writes numbers",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "reports",
    "mails",
  ],
  disabled: false,
};
