import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Database } from '../database/schema.ts';
import { findSessionEnded, listEndedSessionIds, SESSION_ENDED_CHANNEL } from './sessions.repository.ts';
import { ACCESS_TOKEN_SECONDS } from './tokens.service.ts';

/** Longer than an access token lives, with room for clocks that differ. */
const REMEMBERED_MS = (ACCESS_TOKEN_SECONDS + 120) * 1000;
const FORGET_EVERY = 1_000;

/**
 * Which sessions ended lately, so that their access tokens are refused at once and not when they expire.
 * Every process hears of an ended session from the database and keeps its id for as long as an access token
 * lives: a request costs one look into a set, no query. While the process cannot hear, it asks the database.
 */
export interface EndedSessions {
  hasEnded(sessionId: string): Promise<boolean>;
}

export function createEndedSessions(
  db: Kysely<Database>,
  notifications: Notifications,
  clock: Clock,
): EndedSessions {
  const endedAt = new Map<string, number>();

  function remember(id: string): void {
    endedAt.set(id, clock.now().getTime());
    if (endedAt.size % FORGET_EVERY === 0) forgetOld();
  }

  function forgetOld(): void {
    const oldest = clock.now().getTime() - REMEMBERED_MS;
    for (const [id, at] of endedAt) if (at < oldest) endedAt.delete(id);
  }

  notifications.listen(SESSION_ENDED_CHANNEL, remember, async () => {
    forgetOld();
    const since = new Date(clock.now().getTime() - REMEMBERED_MS);
    for (const id of await listEndedSessionIds(db, since)) remember(id);
  });

  return {
    async hasEnded(sessionId) {
      if (endedAt.has(sessionId)) return true;
      return notifications.isConnected ? false : findSessionEnded(db, sessionId);
    },
  };
}
