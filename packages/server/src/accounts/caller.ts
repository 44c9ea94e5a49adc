import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { findUser } from './user.repository.ts';

/** A user as a caller without a session, for work done on its behalf. Undefined when it is gone. */
export async function findCaller(db: Store, userId: string): Promise<Caller | undefined> {
  const account = await findUser(db, userId);
  if (account === undefined) return undefined;
  const { domainId, parentId, isAdmin, roles } = account;
  return { userId, domainId, parentId, isAdmin, roles, sessionId: null };
}
