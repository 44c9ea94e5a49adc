export default {
  id: "tests-example-greets-without-a-name",
  description: "Whoever gives no name is greeted all the same",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "example",
  ],
  disabled: false,
};
