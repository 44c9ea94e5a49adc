export default {
  id: "functions-prices-quote",
  description: "Prices of the lines of an order, with shipping and value added tax",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
