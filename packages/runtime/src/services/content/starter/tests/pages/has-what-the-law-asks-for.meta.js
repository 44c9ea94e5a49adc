export default {
  id: "tests-pages-has-what-the-law-asks-for",
  description: "The shop has an imprint",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "pages",
  ],
  disabled: false,
};
