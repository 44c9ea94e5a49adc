import type { Person } from '@atrium/contract/accounts/people';
import type { Role } from '@atrium/contract/accounts/roles';
import { PERMISSIONS, type Permission } from '@atrium/contract/permissions';

/** Names of a user's roles as shown on screen. */
export function labelsOf({ isOwner, roles }: Person, known: readonly Role[]): string {
  if (isOwner) return 'Owner';
  const labels = roles.map((name) => known.find((role) => role.name === name)?.label ?? name);
  return labels.join(', ') || 'None';
}

/** Reason why a user has a permission, or that they lack it. */
export function reasonFor(person: Person, permission: Permission, known: readonly Role[]): string {
  if (person.isOwner) return 'Yes: owners may do everything.';
  if (!person.permissions.includes(permission)) return 'No: none of their roles gives it.';
  const givers = known.filter(
    ({ name, permissions }) => person.roles.includes(name) && permissions.includes(permission),
  );
  // The role was changed since the users were loaded.
  if (givers.length === 0) return `Yes, through ${labelsOf(person, known)}.`;
  return `Yes, through ${givers.map(({ label }) => label).join(' and ')}.`;
}

export function isPermission(name: string): name is Permission {
  return PERMISSIONS.some((permission) => permission === name);
}
