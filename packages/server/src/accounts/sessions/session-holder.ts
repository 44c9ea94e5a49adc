import type { Account } from '../people/user.repository.ts';
import type { SessionRow } from './session.repository.ts';
import type { TokenHolder } from './token.service.ts';

/** Whom a log entry about a session names. */
export function ownerOf({ userId, domainId, impersonatorId }: SessionRow) {
  return { userId, domainId, ...(impersonatorId !== null && { impersonatorId }) };
}

export function toHolder(
  account: Account,
  sessionId: string,
  impersonatorId: string | null | undefined,
): TokenHolder {
  const { userId, domainId, parentId, isAdmin, roles } = account;
  const holder = { userId, domainId, parentId, isAdmin, roles, sessionId };
  return impersonatorId ? { ...holder, impersonatorId } : holder;
}
