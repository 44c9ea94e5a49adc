export default {
  id: "payments",
  description: "What customers paid: hooks/payment writes them, payments/book is called with each; empty at first",
  acl: [
    "ROLE_DEV",
  ],
  indexes: [
    "paidOn",
  ],
  schema: {
    type: "object",
    required: [
      "id",
      "intent",
      "amountCents",
      "paidOn",
    ],
    properties: {
      id: {
        type: "string",
      },
      intent: {
        type: "string",
      },
      order: {
        type: "string",
      },
      amountCents: {
        type: "integer",
        minimum: 0,
      },
      paidOn: {
        type: "string",
        format: "date-time",
      },
      refundedOn: {
        type: "string",
        format: "date-time",
      },
    },
  },
};
