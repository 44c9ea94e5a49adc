/** Permissions within a domain, each with its meaning. Roles grant them; endpoints name the one they need. */
export const PERMISSION_MEANINGS = {
  'configuration.read': 'See files, versions, comparisons and pulls.',
  'configuration.write': 'Change what is live: submit, import and restore files.',
  'configuration.exchange': 'Pull from git repositories and push to them.',
  'configuration.protect': 'Require that tests pass before changes go live.',
  'functions.invoke': 'Call functions and send events.',
  'content.read': 'Read the entries of collections.',
  'content.write': 'Add, change and delete the entries of collections.',
  'tests.read': 'See tests and the results of test runs.',
  'tests.run': 'Run tests and cancel runs.',
  'billing.read': 'See the usage of the whole domain, its invoices, cards and addresses.',
  'billing.pay': 'Pay invoices, and manage cards, addresses and budgets.',
  'audit.read': 'See the log entries of everyone in the domain.',
  'people.read': 'See who is in the domain, and who may do what.',
  'people.manage': 'Invite and remove people, give them roles, and define roles.',
} as const satisfies Record<string, string>;

export type Permission = keyof typeof PERMISSION_MEANINGS;

/** Labels of permissions. */
const PERMISSION_NAMES: Record<Permission, string> = {
  'configuration.read': 'See configuration',
  'configuration.write': 'Change configuration',
  'configuration.exchange': 'Pull and push',
  'configuration.protect': 'Require tests to pass',
  'functions.invoke': 'Call functions',
  'content.read': 'Read entries',
  'content.write': 'Change entries',
  'tests.read': 'See tests',
  'tests.run': 'Run tests',
  'billing.read': 'See billing',
  'billing.pay': 'Pay and manage billing',
  'audit.read': 'See the log of everyone',
  'people.read': 'See people',
  'people.manage': 'Manage people',
};

const names = new Map<string, string>(Object.entries(PERMISSION_NAMES));

/** Label of a permission; an unknown permission keeps its code. */
export const nameOfPermission = (code: string): string => names.get(code) ?? code;

/** Several in a row, as the console shows them. */
export const namesOfPermissions = (codes: readonly string[]): string =>
  codes.map(nameOfPermission).join(', ');

const nameWithCode = (code: string): string => `"${nameOfPermission(code)}" (${code})`;

/**
 * Joins several permissions in texts of the API and the command line, which show codes for use in the next call
 * or command.
 */
export const namesWithCodes = (codes: readonly string[]): string => codes.map(nameWithCode).join(', ');

/** Every permission, in the order in which they are shown. */
export const PERMISSIONS = Object.keys(PERMISSION_MEANINGS) as readonly Permission[];

/** Permission required by an endpoint; `none` if every signed-in user may call it, such as for their own profile. */
export type NeededPermission = Permission | 'none';

/** Returns distinct permissions in canonical order, including implied ones: write implies read. */
export function completePermissions(given: readonly string[]): Permission[] {
  const held = new Set(given);
  for (const name of given) held.add(name.replace(/\.\w+$/, '.read'));
  return PERMISSIONS.filter((permission) => held.has(permission));
}

/** Within a sentence. */
const meaningOf = (permission: Permission): string =>
  PERMISSION_MEANINGS[permission].slice(0, -1).replace(/^./, (first) => first.toLowerCase());

const WHO_CAN_GIVE = 'The owner of your domain, or whoever manages its people, can give you a role with it.';

const KEYS_HAVE_FEWER = 'An API key has only the permissions chosen when it was made.';

/** Reason for a refused call: the missing permission by name and code, and the people who can grant it. */
export const missingPermission = (permission: Permission): string =>
  `This needs the permission ${nameWithCode(permission)}: ${meaningOf(permission)}. ${WHO_CAN_GIVE} ${KEYS_HAVE_FEWER}`;

/** Why a button of the console is refused, in names only. */
export const missingPermissionOnScreen = (permission: Permission): string =>
  `This needs the permission "${nameOfPermission(permission)}" (${meaningOf(permission)}). ${WHO_CAN_GIVE}`;
