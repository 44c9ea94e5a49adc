export default {
  id: "functions-mails-confirm-cancel",
  description: "Confirms to the customer that an order was canceled",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
