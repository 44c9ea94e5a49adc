export default {
  id: "tests-entries-starts-from-the-same-entries",
  description: "No test sees what another one has changed",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "isolation",
  ],
  disabled: false,
};
