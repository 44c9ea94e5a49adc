export default {
  id: "tests-pages-has-each-tag-once",
  description: "A tag cannot be given twice",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "pages",
  ],
  disabled: false,
};
