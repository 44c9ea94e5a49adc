export default {
  id: "functions-orders-show",
  description: "The state of an order, for the page that a customer looks at",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "orders",
  ],
  disabled: false,
  http: {
    path: "/orders/{id}",
    methods: [
      "GET",
    ],
    access: "public",
    cors: [
      "https://shop.example",
    ],
  },
};
