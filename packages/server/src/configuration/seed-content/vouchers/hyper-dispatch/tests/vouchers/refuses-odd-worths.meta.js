export default {
  "id": "tests-vouchers-refuses-odd-worths",
  "description": "Nobody gets money for buying",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "vouchers"
  ],
  "disabled": false
};
