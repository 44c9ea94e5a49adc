import { UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';
import type { Passwords } from './password.service.ts';
import type { SessionGuesses } from './session-guess.service.ts';
import type { Account } from './user.repository.ts';

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
    const message = 'The password is wrong.';
    throw new UnprocessableError(message, { fields: [{ field, defaultMessage: message }] });
  }
}
