export default {
  id: "tests-entries-changes-single-fields",
  description: "A change leaves the other fields alone, and null removes one",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "entries",
  ],
  disabled: false,
};
