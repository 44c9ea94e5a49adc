export default {
  id: "tests-example-greets-by-name",
  description: "A greeting names the one who is greeted",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "example",
  ],
  disabled: false,
};
