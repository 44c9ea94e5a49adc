export default {
  id: "tests-entries-inserts-with-an-id-of-its-own",
  description: "An entry without an id gets one",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "entries",
  ],
  disabled: false,
};
