import type { GivenProof } from '@atrium/contract/accounts/sessions';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import type { Account } from '../people/user.repository.ts';
import type { SessionGuesses } from '../sessions/session-guess.service.ts';
import type { Authenticators } from './authenticator.service.ts';
import { WRONG_FACTOR } from './factor-sign-in.service.ts';
import type { Passkeys } from './passkey.service.ts';
import type { RecoveryCodes } from './recovery-code.service.ts';
import type { SignInChallenges } from './sign-in-challenge.service.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  mails: AccountMails;
  guesses: SessionGuesses;
  authenticators: Authenticators;
  passkeys: Passkeys;
  recoveryCodes: RecoveryCodes;
  challenges: SignInChallenges;
}

type GivenFactor = Exclude<GivenProof, { method: 'password' }>;

/** The second factor that a signed-in person gives again, in place of the password. */
export class OwnFactors {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the options for proving one of the person's passkeys. */
  async startPasskey({ userId, domainId }: Caller) {
    const { db, challenges, passkeys } = this.#parts;
    const user = { userId, domainId };
    const options = await passkeys.startProof(db, user);
    const { challenge } = await challenges.issue(db, 'confirm', { user, signedChallenge: options.challenge });
    return { challenge, options };
  }

  async check(caller: Caller, given: GivenFactor): Promise<void> {
    const { db, guesses } = this.#parts;
    const account = await guesses.check(caller, (owner) =>
      db.transaction().execute((transaction) => this.#takes(transaction, caller, owner, given)),
    );
    if (account !== undefined) return;
    const message = WRONG_FACTOR[given.method];
    throw new UnprocessableError(message, { fields: [{ field: 'code', defaultMessage: message }] });
  }

  /** Whether it is right; a code or challenge is used up. */
  async #takes(transaction: Store, caller: Caller, account: Account, given: GivenFactor): Promise<boolean> {
    const { audit, authenticators, challenges, mails, passkeys, recoveryCodes } = this.#parts;
    if (given.method === 'authenticator') return authenticators.use(transaction, account, given.code);
    if (given.method === 'recovery-code') {
      if (!(await recoveryCodes.use(transaction, account, given.code))) return false;
      await audit.record(transaction, {
        caller,
        action: 'account.use-recovery-code',
        message: 'Confirmed a session with a recovery code',
      });
      await mails.request(transaction, {
        kind: 'second-factor',
        userId: account.userId,
        change: 'code-used',
      });
      return true;
    }
    const challenge = await challenges.use(transaction, given.challenge, 'confirm');
    if (challenge.userId !== account.userId) return false;
    return (await passkeys.verify(transaction, challenge, given.response)) !== undefined;
  }
}
