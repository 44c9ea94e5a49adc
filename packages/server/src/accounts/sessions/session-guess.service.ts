import { UnauthenticatedError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { type Account, findOwnUser } from '../people/user.repository.ts';
import type { AttemptLimits } from '../sign-in/attempt-limit.service.ts';
import { sessionSubject } from '../sign-in/attempt-subjects.ts';
import type { OpenedSessions } from './opened-session.service.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  limits: AttemptLimits;
  openedSessions: OpenedSessions;
}

/** Guesses, in a session, at what only its person knows or has. */
export class SessionGuesses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns whose account it is if the guess is right, else counts it. It counts for the session, apart from those at the
   * sign-in: neither uses up the attempts of the other.
   */
  async check(caller: Caller, isRight: (account: Account) => Promise<boolean>): Promise<Account | undefined> {
    const { db, limits } = this.#parts;
    const account = await findOwnUser(db, caller);
    // The account was removed after the token was given.
    if (account === undefined) throw new UnauthenticatedError();
    const subjects = [sessionSubject(await this.#guesserOf(caller))];
    await limits.check(db, subjects);
    if (await isRight(account)) {
      // Again, because guesses made at the same time may have used up the attempts in the meantime.
      await limits.check(db, subjects);
      return account;
    }
    await limits.count(db, subjects);
    await this.#recordWrong(caller, account, subjects);
    return undefined;
  }

  /** The stop once for each row of guesses, as at the sign-in. */
  async #recordWrong(caller: Caller, { username }: Account, subjects: readonly string[]): Promise<void> {
    const { db, audit, limits } = this.#parts;
    await audit.record(db, {
      caller,
      action: 'account.confirm-refused',
      message: `Refused a wrong password or code in a session of ${username}`,
    });
    if (!(await limits.hasRunOut(db, subjects))) return;
    await audit.record(db, {
      caller,
      action: 'account.confirm-stopped',
      message: `Stopped guesses in a session of ${username}`,
    });
  }

  /** Opening another session does not add guesses. */
  async #guesserOf({ userId, sessionId, accessKey }: Caller): Promise<string> {
    const { db, openedSessions } = this.#parts;
    if (sessionId === null) return accessKey?.id ?? userId;
    const opener = await openedSessions.findOpener(db, sessionId);
    return opener.sessionId ?? opener.keyId ?? sessionId;
  }
}
