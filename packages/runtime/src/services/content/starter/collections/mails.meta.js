export default {
  id: "mails",
  description: "Mails that wait to be sent: mails/send writes them, tests read them",
  acl: [
    "ROLE_DEV",
  ],
  schema: {
    type: "object",
    required: [
      "id",
      "to",
      "subject",
      "text",
    ],
    properties: {
      id: {
        type: "string",
      },
      to: {
        type: "string",
        format: "email",
      },
      subject: {
        type: "string",
        minLength: 1,
      },
      text: {
        type: "string",
      },
      status: {
        enum: [
          "WAITING",
          "SENT",
        ],
      },
    },
  },
};
