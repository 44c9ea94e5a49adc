export default {
  id: "tests-reports-is-quiet-without-a-reader",
  description: "Without a reader no report is sent",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "reports",
  ],
  disabled: false,
};
