export default {
  "id": "tests-newsletter-refuses-odd-addresses",
  "description": "Only e-mail addresses can subscribe",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "newsletter"
  ],
  "disabled": false
};
