import type { Store } from '../database/schema.ts';
import type { UserKey } from './user.repository.ts';

/** Sent with the domain's id when what its people may do has changed. */
export const ROLES_CHANGED_CHANNEL = 'atrium_roles_changed';

/** The names of a user's roles, and those of them that their domain defines. */
export async function findHeldRoles(
  db: Store,
  { userId, domainId }: UserKey,
): Promise<{ names: string[]; defined: { name: string; permissions: string[] }[] }> {
  const user = await db
    .selectFrom('users')
    .select('roles')
    .where('id', '=', userId)
    .where('domainId', '=', domainId)
    .where('removedOn', 'is', null)
    .executeTakeFirst();
  const names = user?.roles ?? [];
  if (names.length === 0) return { names, defined: [] };
  const defined = await db
    .selectFrom('roles')
    .select(['name', 'permissions'])
    .where('domainId', '=', domainId)
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
  return { names, defined };
}
