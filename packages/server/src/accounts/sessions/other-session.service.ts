import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { listOpenSessions } from './session.repository.ts';
import type { Sessions } from './session.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  sessions: Sessions;
}

/** A person's sessions except the current one, for people who suspect another sign-in. */
export class OtherSessions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async end(caller: Caller): Promise<{ ended: number }> {
    const { db, clock, audit, sessions } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const open = await listOpenSessions(transaction, caller, clock.now());
      const others = open.filter(({ id }) => id !== caller.sessionId);
      if (others.length === 0) return { ended: 0 };
      await sessions.endAll(transaction, caller, 'ended by the user', caller.sessionId);
      await audit.record(transaction, {
        caller,
        action: 'account.end-session',
        message:
          others.length === 1 ? 'Ended the other session' : `Ended the ${others.length} other sessions`,
        before: { ids: others.map(({ id }) => id) },
      });
      return { ended: others.length };
    });
  }
}
