export default {
  "id": "tests-vouchers-gives-whole-cents",
  "description": "The shop keeps the fraction of a cent",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "vouchers"
  ],
  "disabled": false
};
