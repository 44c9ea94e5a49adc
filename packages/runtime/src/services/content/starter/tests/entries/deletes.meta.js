export default {
  id: "tests-entries-deletes",
  description: "A deleted entry is gone",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "entries",
  ],
  disabled: false,
};
