export default {
  id: "tests-payments-queues-a-reminder",
  description: "A payment that fails queues one reminder",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
  ],
  disabled: false,
};
