import { safeNextPath } from '@atrium/contract/accounts/safe-path';
import { CONFIRMED_SECONDS } from '@atrium/contract/accounts/sessions';
import type { SecondStep } from '@atrium/contract/accounts/sign-in';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { IdentityClient } from '../providers/identity/identity-client.ts';
import { buildSignInUrl, exchangeSignIn, type ProvenIdentity } from '../providers/identity/sign-in-flow.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import type { AttemptLimits } from './attempt-limit.service.ts';
import { askingSubjects } from './attempt-subjects.ts';
import type { FactorSignIns } from './factor-sign-in.service.ts';
import { findAnyProvider, type ProviderRow } from './identity-provider.repository.ts';
import type { IdentityProviders } from './identity-provider.service.ts';
import { hashToken } from './one-time-token.service.ts';
import {
  deleteProviderAttempt,
  insertProviderAttempt,
  type ProviderAttempt,
} from './provider-attempt.repository.ts';
import { findSignOutUrl, insertProviderSignIn, signOutUrlColumn } from './provider-sign-in.repository.ts';
import type { ProviderUsers } from './provider-user.service.ts';
import type { Device, SignedInSession } from './session.service.ts';
import type { Account } from './user.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  secrets: Secrets;
  limits: AttemptLimits;
  identityClient: IdentityClient;
  identityProviders: IdentityProviders;
  providerUsers: ProviderUsers;
  factorSignIns: FactorSignIns;
}

/** Long enough to find a password and a phone at the provider. */
const ATTEMPT_MS = 10 * 60_000;

/** What the browser keeps, and sends along when it comes back. */
export interface StartedAtProvider {
  url: string;
  browserToken: string;
  seconds: number;
}

interface Return {
  /** The query that the provider added. */
  query: string;
  /** The cookie of the browser that went there. */
  browserToken: string | undefined;
  device: Device;
  requestId: string;
}

/** Sign-ins with an identity provider: there, and back again. */
export class ProviderSignIns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(
    providerId: string,
    { next, isConfirmation }: { next?: string | undefined; isConfirmation: boolean },
    address: string,
  ): Promise<StartedAtProvider> {
    const { db, clock, random, limits, identityClient, identityProviders } = this.#parts;
    await limits.count(db, askingSubjects(address));
    const provider = await findAnyProvider(db, providerId);
    if (provider === undefined) throw new NotFoundError('This identity provider no longer exists.');
    const [state, nonce, browserToken] = [random.token(), random.token(), random.token()];
    const { url, codeVerifier } = await buildSignInUrl(
      identityClient,
      identityProviders.getSettings(provider),
      {
        redirectUrl: identityProviders.getRedirectUrl(),
        state,
        nonce,
        rolesClaim: provider.rolesClaim,
        maxAge: maxAgeOf({ isConfirmation }),
      },
    );
    const now = clock.now();
    await insertProviderAttempt(db, {
      stateHash: hashToken(state),
      browserHash: hashToken(browserToken),
      providerId,
      nonce,
      codeVerifier,
      nextPath: safeNextPath(next),
      isConfirmation,
      createdOn: now,
      expiresOn: new Date(now.getTime() + ATTEMPT_MS),
    });
    return { url, browserToken, seconds: ATTEMPT_MS / 1000 };
  }

  /** A session, or what a second factor is needed for; and the page to go to. */
  async login(back: Return): Promise<{ next: string; outcome: SignedInSession | SecondStep }> {
    const { db, identityProviders, identityClient, providerUsers, factorSignIns } = this.#parts;
    const { requestId, device, query } = back;
    const { attempt, state } = await this.#take(back);
    const provider = await findAnyProvider(db, attempt.providerId);
    if (provider === undefined) throw new NotFoundError('This identity provider no longer exists.');
    const url = new URL(identityProviders.getRedirectUrl());
    url.search = query;
    const identity = await exchangeSignIn(identityClient, identityProviders.getSettings(provider), {
      url,
      state,
      nonce: attempt.nonce,
      codeVerifier: attempt.codeVerifier,
      afterSignOut: identityProviders.getSignOutUrl(),
      maxAge: maxAgeOf(attempt),
    });
    const account = await providerUsers
      .upsert(provider, identity, requestId)
      .catch(async (error: unknown) => {
        if (error instanceof UnprocessableError)
          await this.#recordRefused(provider, identity, back, error.message);
        throw error;
      });
    const signInId = await this.#keep(provider, account, identity);
    const outcome = await db
      .transaction()
      .execute((store) => factorSignIns.loginAfterFirstStep(store, { account, device, requestId }, signInId));
    return { next: attempt.nextPath, outcome };
  }

  /** Where the session's provider signs the person out, too. */
  async findSignOutUrl(refreshToken: string): Promise<string | null> {
    const { db, secrets } = this.#parts;
    const found = await findSignOutUrl(db, hashToken(refreshToken));
    return found === undefined ? null : secrets.unseal(placeOf(found.id), found.signOutUrl);
  }

  /** First of all, so that no response of a provider is looked at twice. */
  async #take({ query, browserToken = '' }: Return): Promise<{ attempt: ProviderAttempt; state: string }> {
    const { db, clock } = this.#parts;
    const state = new URLSearchParams(query).get('state') ?? '';
    const keys = { stateHash: hashToken(state), browserHash: hashToken(browserToken) };
    const attempt = await deleteProviderAttempt(db, keys, clock.now());
    if (attempt !== undefined) return { attempt, state };
    throw new UnprocessableError(
      'This sign-in took too long, was completed already or was started in another window. Please sign in again.',
    );
  }

  /** Keeps what the session will need: its provider, and where that signs people out. */
  async #keep(provider: ProviderRow, account: Account, identity: ProvenIdentity): Promise<string> {
    const { db, clock, random, secrets } = this.#parts;
    const id = random.id();
    const { signOutUrl, authenticatedOn } = identity;
    await db.transaction().execute(async (store) =>
      insertProviderSignIn(store, {
        id,
        providerId: provider.id,
        domainId: account.domainId,
        userId: account.userId,
        authenticatedOn,
        signOutUrl: signOutUrl === undefined ? '' : await secrets.seal(store, placeOf(id), signOutUrl),
        createdOn: clock.now(),
      }),
    );
    return id;
  }

  /** In the log of the provider's domain: its owner is asked why someone cannot get in. */
  async #recordRefused(
    provider: ProviderRow,
    { claims }: ProvenIdentity,
    { requestId }: Return,
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

/** For a confirmation the person has to have been there as lately as for one with the password. */
function maxAgeOf({ isConfirmation }: { isConfirmation: boolean }): number | undefined {
  return isConfirmation ? CONFIRMED_SECONDS : undefined;
}

function placeOf(id: string) {
  return { column: signOutUrlColumn.name, row: id };
}
