export default {
  id: "tests-orders-needs-an-email",
  description: "An order without an e-mail is refused",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
  ],
  disabled: false,
};
