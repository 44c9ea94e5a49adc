import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { findSessionEnded, listEndedSessionIds, SESSION_ENDED_CHANNEL } from './session.repository.ts';
import { ACCESS_TOKEN_SECONDS } from './token.service.ts';

/** Exceeds the lifetime of an access token, with a margin for clock skew. */
const REMEMBERED_MS = (ACCESS_TOKEN_SECONDS + 120) * 1000;
const FORGET_EVERY = 1_000;

interface Parts {
  db: Kysely<Database>;
  notifications: Notifications;
  clock: Clock;
}

/**
 * Which sessions ended lately, so that their access tokens are refused at once and not when they expire. Every process
 * is notified of an ended session by the database and keeps its id for as long as an access token is valid: a request
 * costs one look-up in a set and no query. While the process cannot listen, it queries the database.
 */
export class EndedSessions {
  readonly #parts: Parts;
  readonly #endedAt = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.notifications.listen(
      SESSION_ENDED_CHANNEL,
      (id) => this.#remember(id),
      () => this.#catchUp(),
    );
  }

  async hasEnded(sessionId: string): Promise<boolean> {
    if (this.#endedAt.has(sessionId)) return true;
    const { db, notifications } = this.#parts;
    return notifications.isConnected ? false : findSessionEnded(db, sessionId);
  }

  #remember(id: string): void {
    this.#endedAt.set(id, this.#parts.clock.now().getTime());
    if (this.#endedAt.size % FORGET_EVERY === 0) this.#forgetOld();
  }

  #forgetOld(): void {
    const oldest = this.#oldest();
    for (const [id, at] of this.#endedAt) if (at < oldest) this.#endedAt.delete(id);
  }

  /** Loads sessions that ended while the process could not listen. */
  async #catchUp(): Promise<void> {
    this.#forgetOld();
    const ended = await listEndedSessionIds(this.#parts.db, new Date(this.#oldest()));
    for (const id of ended) this.#remember(id);
  }

  #oldest(): number {
    return this.#parts.clock.now().getTime() - REMEMBERED_MS;
  }
}
