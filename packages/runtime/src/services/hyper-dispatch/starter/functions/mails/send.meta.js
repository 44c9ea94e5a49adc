export default {
  id: "functions-mails-send",
  description: "Puts a mail into the outbox",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
