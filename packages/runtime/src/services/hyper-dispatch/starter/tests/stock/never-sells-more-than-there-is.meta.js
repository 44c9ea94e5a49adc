export default {
  id: "tests-stock-never-sells-more-than-there-is",
  description: "More than there is cannot be taken, and nothing else is either",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "stock",
  ],
  disabled: false,
};
