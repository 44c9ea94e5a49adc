export default {
  id: "tests-pages-renders-a-page",
  description: "A page is shown with its title",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "pages",
  ],
  disabled: false,
};
