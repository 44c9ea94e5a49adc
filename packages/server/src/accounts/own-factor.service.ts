import type { GivenProof } from '@atrium/contract/accounts/sessions';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Authenticators } from './authenticator.service.ts';
import { WRONG_FACTOR } from './factor-sign-in.service.ts';
import type { Passkeys } from './passkey.service.ts';
import type { SessionGuesses } from './session-guess.service.ts';
import type { SignInChallenges } from './sign-in-challenge.service.ts';
import type { Account } from './user.repository.ts';

interface Parts {
  db: Kysely<Database>;
  guesses: SessionGuesses;
  authenticators: Authenticators;
  passkeys: Passkeys;
  challenges: SignInChallenges;
}

type GivenFactor = Exclude<GivenProof, { method: 'password' }>;

/** The second factor that a signed-in person gives again, in place of the password. */
export class OwnFactors {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the browser needs to prove one of the person's passkeys. */
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
      db.transaction().execute((store) => this.#takes(store, owner, given)),
    );
    if (account !== undefined) return;
    const message = WRONG_FACTOR[given.method];
    throw new UnprocessableError(message, { fields: [{ field: 'code', defaultMessage: message }] });
  }

  /** Whether it is right; a code or challenge is used up. */
  async #takes(store: Store, account: Account, given: GivenFactor): Promise<boolean> {
    const { authenticators, challenges, passkeys } = this.#parts;
    if (given.method === 'authenticator') return authenticators.use(store, account, given.code);
    const challenge = await challenges.use(store, given.challenge, 'confirm');
    if (challenge.userId !== account.userId) return false;
    return (await passkeys.verify(store, challenge, given.response)) !== undefined;
  }
}
