import { UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Account } from '../people/user.repository.ts';
import { findSessionEnded } from '../sessions/session.repository.ts';
import type { SessionGuesses } from '../sessions/session-guess.service.ts';
import { lockCompared } from './compared-password.ts';
import type { Passwords } from './password.service.ts';

interface Parts {
  passwords: Passwords;
  guesses: SessionGuesses;
}

/** The password that a signed-in person gives again: a stolen session must not be enough to take an account over. */
export class OwnPasswords {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async check(caller: Caller, password: string, field: string): Promise<Account> {
    const { guesses, passwords } = this.#parts;
    const account = await guesses.check(caller, ({ passwordHash }) =>
      passwords.matches(passwordHash, password),
    );
    if (account !== undefined) return account;
    throw wrongPassword(field);
  }

  /** Holds the account. Throws if its password was replaced after `check`, or the session ended. */
  async lock(transaction: Store, { sessionId }: Caller, checked: Account, field: string): Promise<void> {
    const account = await lockCompared(transaction, checked);
    if (sessionId !== null && (await findSessionEnded(transaction, sessionId))) {
      throw new UnauthenticatedError();
    }
    if (account === undefined) throw wrongPassword(field);
  }
}

function wrongPassword(field: string): UnprocessableError {
  const message = 'The password is wrong.';
  return new UnprocessableError(message, { fields: [{ field, defaultMessage: message }] });
}
