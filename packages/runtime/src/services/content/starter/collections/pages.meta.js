export default {
  id: "pages",
  description: "Texts of the shop: entries that come with the configuration, shown by pages/render",
  acl: [
    "ROLE_DEV",
  ],
  schema: {
    type: "object",
    required: [
      "id",
      "title",
      "body",
    ],
    properties: {
      id: {
        type: "string",
      },
      title: {
        type: "string",
        minLength: 1,
      },
      body: {
        type: "string",
      },
      tags: {
        type: "array",
        items: {
          type: "string",
        },
        uniqueItems: true,
      },
    },
  },
};
