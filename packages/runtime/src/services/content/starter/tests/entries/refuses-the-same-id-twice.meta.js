export default {
  id: "tests-entries-refuses-the-same-id-twice",
  description: "An id is given once",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "entries",
  ],
  disabled: false,
};
