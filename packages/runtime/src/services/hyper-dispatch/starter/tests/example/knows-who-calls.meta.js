export default {
  id: "tests-example-knows-who-calls",
  description: "Functions are told the user and the domain",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "example",
  ],
  disabled: false,
};
