import type { Permission } from '@atrium/contract/permissions';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Permissions } from './permission.service.ts';
import { findUser } from './user.repository.ts';

/** A user as a caller without a session, for work done on its behalf. Undefined when it is gone or locked. */
export async function findCaller(
  { db, permissions }: { db: Kysely<Database>; permissions: Permissions },
  userId: string,
): Promise<Caller | undefined> {
  const account = await findUser(db, userId);
  if (account === undefined || account.isLocked) return undefined;
  const { domainId, parentId, isAdmin } = account;
  return { userId, domainId, parentId, isAdmin, sessionId: null, ...(await permissions.get(account)) };
}

/** Caller with these permissions only, for work on behalf of an account that may be locked or gone by now. */
export function toAbsentCaller(
  { userId, domainId }: Pick<Caller, 'userId' | 'domainId'>,
  permissions: readonly Permission[],
): Caller {
  return { userId, domainId, parentId: null, isAdmin: false, roles: [], permissions, sessionId: null };
}
