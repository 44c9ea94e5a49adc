import type { SecondStep } from '@atrium/contract/accounts/sign-in';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { ProvenIdentity } from '../../providers/identity/sign-in-flow.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import type { Device } from '../devices/known-device.service.ts';
import type { Account } from '../people/user.repository.ts';
import type { FactorSignIns } from '../second-factors/factor-sign-in.service.ts';
import { challengeOver } from '../second-factors/sign-in-challenge.service.ts';
import type { SignedInSession } from '../sessions/session.service.ts';
import { lockAccount } from '../sign-in/lock-account.ts';
import { hashToken } from '../sign-in/one-time-token.service.ts';
import type { ProviderRow } from './identity-provider.repository.ts';
import type { ProviderAttempts, Return, StartedAtProvider } from './provider-attempt.service.ts';
import { findSignOutUrl, insertProviderSignIn, signOutUrlColumn } from './provider-sign-in.repository.ts';
import type { ProviderUsers } from './provider-user.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  secrets: Secrets;
  attempts: ProviderAttempts;
  providerUsers: ProviderUsers;
  factorSignIns: FactorSignIns;
}

interface SignInReturn extends Return {
  device: Device;
  requestId: string;
}

/** Sign-ins with an identity provider: there, and back again. */
export class ProviderSignIns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(
    providerId: string,
    wish: { next?: string | undefined; isConfirmation: boolean },
    address: string,
  ): Promise<StartedAtProvider> {
    return this.#parts.attempts.start(providerId, { ...wish, userId: null }, address);
  }

  /** Returns a session or a challenge for the second factor, and the page to open. */
  async login(back: SignInReturn): Promise<{ next: string; outcome: SignedInSession | SecondStep }> {
    const { db, attempts, providerUsers, factorSignIns } = this.#parts;
    const { requestId, device } = back;
    const { provider, identity, next } = await attempts.use(back, null);
    const arrived = await providerUsers
      .upsert(provider, identity, requestId)
      .catch(async (error: unknown) => {
        if (error instanceof UnprocessableError)
          await this.#recordRefused(provider, identity, back, error.message);
        throw error;
      });
    const signInId = await this.#keep(provider, arrived, identity);
    const outcome = await db.transaction().execute(async (transaction) => {
      const account = await lockAccount(transaction, arrived);
      if (account === undefined) throw challengeOver();
      return factorSignIns.loginAfterFirstStep(transaction, { account, device, requestId }, signInId);
    });
    return { next, outcome };
  }

  /** Returns the sign-out page of the session's provider. */
  async findSignOutUrl(refreshToken: string): Promise<string | null> {
    const { db, secrets } = this.#parts;
    const found = await findSignOutUrl(db, hashToken(refreshToken));
    return found === undefined ? null : secrets.unseal(placeOf(found.id), found.signOutUrl);
  }

  /** Stores the sign-in for its session: the provider, and its sign-out page. */
  async #keep(provider: ProviderRow, account: Account, identity: ProvenIdentity): Promise<string> {
    const { db, clock, random, secrets } = this.#parts;
    const id = random.id();
    const { signOutUrl, authenticatedOn } = identity;
    await db.transaction().execute(async (transaction) =>
      insertProviderSignIn(transaction, {
        id,
        providerId: provider.id,
        domainId: account.domainId,
        userId: account.userId,
        authenticatedOn,
        signOutUrl: signOutUrl === undefined ? '' : await secrets.seal(transaction, placeOf(id), signOutUrl),
        createdOn: clock.now(),
      }),
    );
    return id;
  }

  /** In the log of the provider's domain: its owner is asked why someone cannot get in. */
  async #recordRefused(
    provider: ProviderRow,
    { claims }: ProvenIdentity,
    { requestId }: SignInReturn,
    reason: string,
  ) {
    if (provider.domainId === null) return;
    await this.#parts.audit.record(this.#parts.db, {
      caller: { userId: null, domainId: provider.domainId, requestId },
      action: 'account.sign-in-refused',
      message: `Refused a sign-in with ${provider.name}: ${reason}`,
      after: { email: String(claims['email'] ?? '').slice(0, 254) },
    });
  }
}

function placeOf(id: string) {
  return { column: signOutUrlColumn.name, row: id };
}
