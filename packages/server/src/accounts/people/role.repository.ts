import { notify } from '@atrium/host/database/notifications';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { UserKey } from './user.repository.ts';

/** Sent with the domain's id when what its people may do has changed. */
export const ROLES_CHANGED_CHANNEL = 'atrium_roles_changed';

export interface DefinedRole {
  name: string;
  label: string;
  description: string;
  permissions: string[];
}

/** A role that a domain defines, by its name. */
interface RoleKey {
  domainId: string;
  name: string;
}

/** Serializes changes of a domain's roles: a role is neither given nor removed while it is deleted. */
export async function lockRoles(transaction: Store, domainId: string): Promise<void> {
  await transaction.selectFrom('domains').select('id').where('id', '=', domainId).forNoKeyUpdate().execute();
}

/** Leaves with the transaction of the change. */
export async function announceRolesChanged(transaction: Store, domainId: string): Promise<void> {
  await notify(transaction, ROLES_CHANGED_CHANNEL, domainId);
}

/** Roles that a domain defines, by name. */
export async function listDefinedRoles(db: Store, domainId: string): Promise<DefinedRole[]> {
  return db
    .selectFrom('roles')
    .select(['name', 'label', 'description', 'permissions'])
    .where('domainId', '=', domainId)
    .orderBy(sql`lower(label)`)
    .orderBy('name')
    .execute();
}

export async function insertRole(db: Store, role: Insertable<Database['roles']>): Promise<void> {
  await db.insertInto('roles').values(role).execute();
}

export async function updateRole(
  db: Store,
  { domainId, name }: RoleKey,
  changes: Updateable<Database['roles']>,
): Promise<void> {
  await db
    .updateTable('roles')
    .set(changes)
    .where('domainId', '=', domainId)
    .where('name', '=', name)
    .execute();
}

/** Removes a role from everyone who has it. Returns their ids. */
export async function deleteRole(db: Store, { domainId, name }: RoleKey): Promise<string[]> {
  await db.deleteFrom('roles').where('domainId', '=', domainId).where('name', '=', name).execute();
  const holders = await db
    .updateTable('users')
    .set({ roles: sql<string[]>`array_remove(roles, ${name})` })
    .where('domainId', '=', domainId)
    .where(sql<boolean>`${name} = any(roles)`)
    .returning('id')
    .execute();
  return holders.map(({ id }) => id).sort();
}

/** The names of a user's roles, and those of them that their domain defines. */
export async function findHeldRoles(
  db: Store,
  { userId, domainId }: UserKey,
): Promise<{ names: string[]; defined: DefinedRole[] }> {
  const user = await db
    .selectFrom('users')
    .select('roles')
    .where('id', '=', userId)
    .where('domainId', '=', domainId)
    .where('removedOn', 'is', null)
    .executeTakeFirst();
  const names = user?.roles ?? [];
  return { names, defined: names.length === 0 ? [] : await listDefinedRoles(db, domainId) };
}
