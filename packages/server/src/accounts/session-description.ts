import type { Session } from '@atrium/contract/accounts/sessions';
import type { Caller } from '../http/caller.ts';
import { browserName } from './browser-name.ts';
import type { SessionRow } from './session.repository.ts';

/** A session as its people see it; `names` are the usernames of those it names. */
export function toSession(session: SessionRow, caller: Caller, names: Map<string, string>): Session {
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
