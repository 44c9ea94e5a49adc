export default {
  "id": "tests-carts-reminds-by-mail",
  "description": "Whoever left a cart gets an e-mail",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "carts"
  ],
  "disabled": false
};
