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
