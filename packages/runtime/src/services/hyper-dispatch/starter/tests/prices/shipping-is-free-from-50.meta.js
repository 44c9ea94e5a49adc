export default {
  id: "tests-prices-shipping-is-free-from-50",
  description: "Shipping is free from 50.00 on",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "prices",
  ],
  disabled: false,
};
