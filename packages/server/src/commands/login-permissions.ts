import { KeyPermissions } from '@atrium/contract/access-keys/own-key-fields';
import { BUILT_IN_ROLES } from '@atrium/contract/accounts/built-in-roles';
import { namesWithCodes, PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import { StartError } from '@atrium/host/start-error';

/** What developers may do: enough for every command that is carried out over HTTP. */
const DEFAULT_PERMISSIONS = BUILT_IN_ROLES.find(({ name }) => name === 'ROLE_DEV')?.permissions ?? [];

/** Returns what a login asks for: what `--permissions` names, or what developers may do. */
export function readPermissions(given: string | undefined): Permission[] {
  if (given === undefined) return [...DEFAULT_PERMISSIONS];
  const parsed = KeyPermissions.safeParse(given.split(',').map((name) => name.trim()));
  if (parsed.success) return parsed.data;
  throw new StartError(
    `--permissions takes codes with commas between them, such as tests.read,tests.run. There are: ${namesWithCodes(PERMISSIONS)}.`,
  );
}
