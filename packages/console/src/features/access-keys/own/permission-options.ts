import {
  nameOfPermission,
  PERMISSION_MEANINGS,
  PERMISSIONS,
  type Permission,
} from '@atrium/contract/permissions';

/** Permissions to choose from, each with its meaning. */
export function permissionOptions(may: (permission: Permission) => boolean) {
  return PERMISSIONS.filter(may).map((permission) => ({
    value: permission,
    label: nameOfPermission(permission),
    hint: PERMISSION_MEANINGS[permission],
  }));
}
