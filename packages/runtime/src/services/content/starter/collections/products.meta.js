export default {
  id: "products",
  description: "What the shop sells",
  acl: [
    "ROLE_DEV",
  ],
  schema: {
    type: "object",
    required: [
      "id",
      "name",
      "priceCents",
      "stock",
      "reorderAt",
    ],
    additionalProperties: false,
    properties: {
      id: {
        type: "string",
        pattern: "^[a-z][a-z0-9-]*$",
      },
      name: {
        type: "string",
        minLength: 1,
        maxLength: 100,
      },
      category: {
        enum: [
          "tea",
          "ware",
        ],
      },
      priceCents: {
        type: "integer",
        minimum: 0,
      },
      stock: {
        type: "integer",
        minimum: 0,
      },
      reorderAt: {
        type: "integer",
        minimum: 0,
      },
    },
  },
};
