import { CONFIRMED_SECONDS, type GivenProof } from '@atrium/contract/accounts/sessions';
import { CONFIRMATION_NEEDED } from '@atrium/contract/accounts/sign-in-reasons';
import { ForbiddenError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { OwnFactors } from '../second-factors/own-factor.service.ts';
import { findSessionOfToken } from '../sessions/session.repository.ts';
import type { Sessions, SignedInSession } from '../sessions/session.service.ts';
import { findSessionConfirmed, updateSessionConfirmed } from '../sessions/session-confirmation.repository.ts';
import { hashToken } from './one-time-token.service.ts';
import type { OwnPasswords } from './own-password.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  ownPasswords: OwnPasswords;
  ownFactors: OwnFactors;
  sessions: Sessions;
}

/**
 * Whether the person at a session recently proved their identity. Calls with `needsConfirmation` check this before they
 * run; proofs by password or second factor are recorded here.
 */
export class Confirmations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws ForbiddenError unless the person proved their identity within the last minutes. */
  async require(caller: Caller): Promise<void> {
    const { db, clock } = this.#parts;
    const sessionId = ownSessionOf(caller);
    const confirmedOn = await findSessionConfirmed(db, caller, sessionId);
    if (confirmedOn && confirmedOn.getTime() + CONFIRMED_SECONDS * 1000 > clock.now().getTime()) return;
    throw new ForbiddenError('Please confirm that it is you.', { reason: CONFIRMATION_NEEDED });
  }

  /** Returns the options for proving a passkey. */
  startPasskey(caller: Caller) {
    ownSessionOf(caller);
    return this.#parts.ownFactors.startPasskey(caller);
  }

  async confirm(caller: Caller, given: GivenProof): Promise<{ confirmedUntil: string }> {
    const { db, clock, ownFactors, ownPasswords } = this.#parts;
    const sessionId = ownSessionOf(caller);
    if (given.method === 'password') await ownPasswords.check(caller, given.password, 'password');
    else await ownFactors.check(caller, given);
    const now = clock.now();
    await updateSessionConfirmed(db, caller, sessionId, now);
    return { confirmedUntil: new Date(now.getTime() + CONFIRMED_SECONDS * 1000).toISOString() };
  }

  /**
   * Returns the session with a new refresh token after a confirmation, so that a copy of the previous token is useless.
   * Undefined if the token is not of the caller's session.
   */
  async refresh(
    { sessionId }: Caller,
    refreshToken: string,
    deviceToken: string | undefined,
  ): Promise<SignedInSession | undefined> {
    const { db, sessions } = this.#parts;
    const session = await findSessionOfToken(db, hashToken(refreshToken));
    return session?.id === sessionId ? sessions.refresh(refreshToken, deviceToken) : undefined;
  }
}

/** No one can confirm for another person, and no machine for its user. */
function ownSessionOf({ sessionId, impersonatorId }: Caller): string {
  if (sessionId === null || impersonatorId !== undefined) {
    throw new ForbiddenError("You can't do this while signed in as someone else or with an access key.");
  }
  return sessionId;
}
