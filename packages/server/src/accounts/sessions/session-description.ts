import type { Session } from '@atrium/contract/accounts/sessions';
import type { Caller } from '../../http/caller.ts';
import { browserName } from '../devices/browser-name.ts';
import type { NamedSessionRow } from './session.repository.ts';

/** Returns a session as people see it. */
export function describeSession(session: NamedSessionRow, caller: Caller): Session {
  const { id, userAgent, address, username, via, createdOn, lastUsedOn } = session;
  return {
    id,
    browser: browserName(userAgent),
    userAgent,
    address,
    username: username ?? '',
    openedBy: openerOf(session),
    via,
    createdOn: createdOn.toISOString(),
    lastUsedOn: lastUsedOn.toISOString(),
    isCurrent: id === caller.sessionId,
  };
}

function openerOf({
  username,
  impersonatorName,
  openedByKeyId,
  openedBySessionId,
}: NamedSessionRow): Session['openedBy'] {
  if (openedByKeyId !== null) return { kind: 'accessKey', name: openedByKeyId };
  if (openedBySessionId === null) return null;
  return { kind: 'user', name: impersonatorName ?? username ?? '' };
}
