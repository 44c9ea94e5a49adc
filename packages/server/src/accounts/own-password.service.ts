import { UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { AttemptLimits } from './attempt-limit.service.ts';
import { sessionSubject } from './attempt-subjects.ts';
import type { OpenedSessions } from './opened-session.service.ts';
import type { Passwords } from './password.service.ts';
import { type Account, findOwnUser } from './user.repository.ts';

interface Parts {
  db: Kysely<Database>;
  passwords: Passwords;
  limits: AttemptLimits;
  openedSessions: OpenedSessions;
}

/** The password that a signed-in person gives again: a stolen session must not be enough to take an account over. */
export class OwnPasswords {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Guesses count for the session, apart from those at the sign-in: neither uses up the attempts of the other. */
  async check(caller: Caller, password: string, field: string): Promise<Account> {
    const { db, passwords, limits } = this.#parts;
    const account = await findOwnUser(db, caller);
    // The account was removed after the token was given.
    if (account === undefined) throw new UnauthenticatedError();
    const subjects = [sessionSubject(await this.#guesserOf(caller))];
    await limits.check(db, subjects);
    if (await passwords.matches(account.passwordHash, password)) {
      // Again, because guesses made at the same time may have used up the attempts in the meantime.
      await limits.check(db, subjects);
      return account;
    }
    await limits.count(db, subjects);
    const message = 'The password is wrong.';
    throw new UnprocessableError(message, { fields: [{ field, defaultMessage: message }] });
  }

  /** Whoever may open sessions gets no more guesses by opening another. */
  async #guesserOf({ userId, sessionId, accessKey }: Caller): Promise<string> {
    const { db, openedSessions } = this.#parts;
    if (sessionId === null) return accessKey?.id ?? userId;
    const opener = await openedSessions.findOpener(db, sessionId);
    return opener.sessionId ?? opener.keyId ?? sessionId;
  }
}
