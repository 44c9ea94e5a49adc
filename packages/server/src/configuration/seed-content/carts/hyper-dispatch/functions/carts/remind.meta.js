export default {
  "id": "functions-carts-remind",
  "description": "Reminds of a cart that was left",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [],
  "disabled": false
};
