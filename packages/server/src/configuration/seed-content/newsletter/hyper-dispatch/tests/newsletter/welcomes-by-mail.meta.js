export default {
  "id": "tests-newsletter-welcomes-by-mail",
  "description": "Whoever subscribes gets a welcome mail",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "newsletter"
  ],
  "disabled": false
};
