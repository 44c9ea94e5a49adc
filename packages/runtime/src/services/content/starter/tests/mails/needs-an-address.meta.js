export default {
  id: "tests-mails-needs-an-address",
  description: "A mail needs an address",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "mails",
  ],
  disabled: false,
};
