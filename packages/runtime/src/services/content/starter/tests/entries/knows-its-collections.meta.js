export default {
  id: "tests-entries-knows-its-collections",
  description: "A collection that does not exist has no entries",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "entries",
  ],
  disabled: false,
};
