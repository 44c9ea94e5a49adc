import type { Session } from '@atrium/contract/accounts/sessions';
import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { browserName } from './browser-name.ts';
import type { SessionRow } from './session.repository.ts';
import { listUsernames } from './user.repository.ts';

/** Returns sessions as people see them, with the usernames of those whom they name. */
export async function describeSessions(
  db: Store,
  sessions: readonly SessionRow[],
  caller: Caller,
): Promise<Session[]> {
  if (sessions.length === 0) return [];
  const ids = sessions.flatMap(({ userId, impersonatorId }) => [userId, impersonatorId ?? userId]);
  const users = await listUsernames(db, [...new Set(ids)]);
  const names = new Map(users.map(({ userId, username }) => [userId, username]));
  return sessions.map((session) => toSession(session, caller, names));
}

function toSession(session: SessionRow, caller: Caller, names: Map<string, string>): Session {
  const { id, userAgent, address, userId, via, createdOn, lastUsedOn } = session;
  return {
    id,
    browser: browserName(userAgent),
    userAgent,
    address,
    username: names.get(userId) ?? '',
    openedBy: openerOf(session, names),
    via,
    createdOn: createdOn.toISOString(),
    lastUsedOn: lastUsedOn.toISOString(),
    isCurrent: id === caller.sessionId,
  };
}

function openerOf(
  { userId, impersonatorId, openedByKeyId, openedBySessionId }: SessionRow,
  names: Map<string, string>,
): Session['openedBy'] {
  if (openedByKeyId !== null) return { kind: 'accessKey', name: openedByKeyId };
  if (openedBySessionId === null) return null;
  return { kind: 'user', name: names.get(impersonatorId ?? userId) ?? '' };
}
