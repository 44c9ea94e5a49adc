export default {
  id: "functions-greet",
  description: "Says hello to the one who calls",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "example",
  ],
  disabled: false,
};
