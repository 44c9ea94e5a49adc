export default {
  id: "tests-pages-escapes-what-was-written",
  description: "Texts of a page never become markup",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "pages",
  ],
  disabled: false,
};
