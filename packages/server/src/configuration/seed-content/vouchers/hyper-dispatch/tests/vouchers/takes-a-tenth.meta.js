export default {
  "id": "tests-vouchers-takes-a-tenth",
  "description": "A voucher of 10 percent takes a tenth off",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [
    "vouchers"
  ],
  "disabled": false
};
