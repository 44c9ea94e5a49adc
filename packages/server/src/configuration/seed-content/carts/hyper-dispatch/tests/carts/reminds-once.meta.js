export default {
  "id": "tests-carts-reminds-once",
  "description": "Nobody is reminded twice in a row",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "carts"
  ],
  "disabled": false
};
