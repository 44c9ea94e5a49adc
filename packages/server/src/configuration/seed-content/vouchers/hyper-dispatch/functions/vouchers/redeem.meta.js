export default {
  "id": "functions-vouchers-redeem",
  "description": "Takes the worth of a voucher off a sum",
  "acl": [
    "ROLE_DEV"
  ],
  "tags": [],
  "disabled": false
};
