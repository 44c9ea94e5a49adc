export default {
  id: "functions-hooks-payment",
  description: "Receives the events of the payment provider",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "payments",
  ],
  disabled: false,
  http: {
    path: "/hooks/payment",
    methods: [
      "POST",
    ],
    access: "public",
    verify: {
      scheme: "stripe",
      secret: "PAYMENT_SECRET",
    },
  },
};
