export default {
  id: "functions-mails-send",
  description: "Puts an e-mail into the outbox",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
