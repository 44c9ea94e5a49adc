export default {
  id: "orders",
  description: "What customers ordered: orders/create writes them; empty at first",
  acl: [
    "ROLE_DEV",
  ],
  schema: {
    type: "object",
    required: [
      "id",
      "customer",
      "lines",
      "totalCents",
      "status",
    ],
    properties: {
      id: {
        type: "string",
      },
      customer: {
        type: "object",
        required: [
          "email",
        ],
        properties: {
          email: {
            type: "string",
            format: "email",
          },
          name: {
            type: "string",
          },
        },
      },
      lines: {
        type: "array",
        minItems: 1,
      },
      totalCents: {
        type: "integer",
        minimum: 0,
      },
      status: {
        enum: [
          "NEW",
          "SHIPPED",
          "CANCELED",
        ],
      },
      paidOn: {
        type: "string",
        format: "date-time",
      },
    },
  },
};
