export default {
  id: "functions-pages-render",
  description: "A page of the shop as HTML",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "pages",
  ],
  disabled: false,
};
