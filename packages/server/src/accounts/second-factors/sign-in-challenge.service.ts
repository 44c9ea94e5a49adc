import { CHALLENGE_OVER } from '@atrium/contract/accounts/sign-in-reasons';
import { UnprocessableError } from '@atrium/host/errors';
import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';
import { hashToken } from '../sign-in/one-time-token.service.ts';
import type { ChallengePurpose } from './second-factor.tables.ts';
import {
  deleteChallenge,
  findChallenge,
  insertChallenge,
  type SignInChallenge,
  updateSignedChallenge,
} from './sign-in-challenge.repository.ts';

/** Long enough to look for a phone, and in the set-up to install an app. */
export const CHALLENGE_MS = 10 * 60_000;

interface Parts {
  clock: Clock;
  random: Random;
}

interface IssuedChallenge {
  challenge: string;
  expiresAt: string;
}

/** Represents the first of two steps: random, single use, stored hashed. */
export class SignInChallenges {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async issue(
    transaction: Store,
    purpose: ChallengePurpose,
    {
      user,
      signedChallenge = null,
      providerSignInId = null,
    }: { user?: UserKey; signedChallenge?: string | null; providerSignInId?: string | null },
  ): Promise<IssuedChallenge> {
    const { clock, random } = this.#parts;
    const challenge = random.token();
    const createdOn = clock.now();
    const expiresOn = new Date(createdOn.getTime() + CHALLENGE_MS);
    await insertChallenge(transaction, {
      tokenHash: hashToken(challenge),
      purpose,
      userId: user?.userId ?? null,
      domainId: user?.domainId ?? null,
      signedChallenge,
      providerSignInId,
      createdOn,
      expiresOn,
    });
    return { challenge, expiresAt: expiresOn.toISOString() };
  }

  /** Returns the user of a challenge without using it up. Throws when it has expired. */
  async get(
    transaction: Store,
    challenge: string,
    purpose: ChallengePurpose,
  ): Promise<SignInChallenge & UserKey> {
    const found = await findChallenge(transaction, hashToken(challenge), purpose, this.#parts.clock.now());
    if (!found || found.userId === null || found.domainId === null) throw challengeOver();
    return { ...found, userId: found.userId, domainId: found.domainId };
  }

  async keepSigned(transaction: Store, challenge: string, signedChallenge: string): Promise<void> {
    await updateSignedChallenge(transaction, hashToken(challenge), signedChallenge);
  }

  /** Uses it up. Throws when that has happened, or it is over. */
  async use(transaction: Store, challenge: string, purpose: ChallengePurpose): Promise<SignInChallenge> {
    const used = await deleteChallenge(transaction, hashToken(challenge), purpose, this.#parts.clock.now());
    if (used === undefined) throw isOfSession(purpose) ? proofOver() : challengeOver();
    return used;
  }
}

export function challengeOver(): UnprocessableError {
  return new UnprocessableError(
    'This sign-in took too long or was completed elsewhere. Please sign in again.',
    {
      details: { reason: CHALLENGE_OVER },
    },
  );
}

/** Whether the challenge belongs to a signed-in user. */
function isOfSession(purpose: ChallengePurpose): boolean {
  return purpose === 'add-passkey' || purpose === 'confirm';
}

function proofOver(): UnprocessableError {
  return new UnprocessableError('This took too long or was completed elsewhere. Please try again.');
}
