export default {
  "id": "tests-wishes-sends-gift-cards",
  "description": "Who buys a gift card gets its code",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "wishes"
  ],
  "disabled": false
};
