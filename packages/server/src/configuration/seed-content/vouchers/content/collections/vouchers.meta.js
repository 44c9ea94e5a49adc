export default {
  "id": "vouchers",
  "description": "Vouchers that the shop has given out",
  "acl": [
    "ROLE_DEV"
  ],
  "schema": {
    "type": "object",
    "required": [
      "id",
      "percent"
    ],
    "properties": {
      "id": {
        "type": "string"
      },
      "percent": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100
      }
    }
  }
};
