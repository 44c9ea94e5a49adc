export default {
  id: "tests-mails-waits-to-be-sent",
  description: "A mail is stored with its state",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "mails",
  ],
  disabled: false,
};
