export default {
  id: "functions-reports-payments",
  description: "Mails the payments of the last day, each morning at seven",
  acl: [
    "ROLE_DEV",
  ],
  tags: [
    "reports",
  ],
  disabled: false,
  variables: [
    "REPORT_TO",
  ],
  schedule: [
    {
      cron: "0 7 * * *",
      timeZone: "Europe/Vienna",
      input: {
        locale: "de-AT",
        timeZone: "Europe/Vienna",
      },
    },
  ],
};
