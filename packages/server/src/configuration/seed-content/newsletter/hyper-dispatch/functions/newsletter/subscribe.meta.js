export default {
  "id": "functions-newsletter-subscribe",
  "description": "Welcomes somebody who wants the newsletter",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [],
  "disabled": false
};
