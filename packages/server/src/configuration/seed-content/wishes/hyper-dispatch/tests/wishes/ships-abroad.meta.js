export default {
  "id": "tests-wishes-ships-abroad",
  "description": "Shipping to Norway costs more",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "wishes"
  ],
  "disabled": false
};
