export default {
  id: "functions-prices-shipping",
  description: "Shipping costs of an order, free from 50.00",
  acl: [
    "ROLE_DEV",
  ],
  tags: [],
  disabled: false,
};
