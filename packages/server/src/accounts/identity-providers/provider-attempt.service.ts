import { safeNextPath } from '@atrium/contract/accounts/safe-path';
import { CONFIRMED_SECONDS } from '@atrium/contract/accounts/sessions';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { IdentityClient } from '../../providers/identity/identity-client.ts';
import {
  buildSignInUrl,
  exchangeSignIn,
  type ProvenIdentity,
} from '../../providers/identity/sign-in-flow.ts';
import type { AttemptLimits } from '../sign-in/attempt-limit.service.ts';
import { hashToken } from '../sign-in/one-time-token.service.ts';
import { findAnyProvider, type ProviderRow } from './identity-provider.repository.ts';
import type { IdentityProviders } from './identity-provider.service.ts';
import {
  deleteProviderAttempt,
  insertProviderAttempt,
  type ProviderAttempt,
} from './provider-attempt.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  limits: AttemptLimits;
  identityClient: IdentityClient;
  identityProviders: IdentityProviders;
}

/** Long enough to find a password and a phone at the provider. */
const ATTEMPT_MS = 10 * 60_000;

/** State that the browser keeps and returns after the redirect. */
export interface StartedAtProvider {
  url: string;
  browserToken: string;
  seconds: number;
}

/** Purpose of a redirect to a provider. */
interface Purpose {
  next?: string | undefined;
  isConfirmation: boolean;
  /** User who connects their account; null for a sign-in. */
  userId: string | null;
}

/** A browser that a provider has sent back. */
export interface Return {
  /** The query that the provider added. */
  query: string;
  /** The cookie of the browser that went there. */
  browserToken: string | undefined;
}

/** Redirects to an identity provider and back: an attempt ends once, in the same browser and for the same purpose. */
export class ProviderAttempts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(providerId: string, purpose: Purpose, address: string): Promise<StartedAtProvider> {
    const { db, clock, random, limits, identityClient, identityProviders } = this.#parts;
    await limits.countAsking(db, address);
    const provider = await this.#get(providerId);
    const [state, nonce, browserToken] = [random.token(), random.token(), random.token()];
    const { url, codeVerifier } = await buildSignInUrl(
      identityClient,
      identityProviders.getSettings(provider),
      {
        redirectUrl: identityProviders.getRedirectUrl(),
        state,
        nonce,
        rolesClaim: provider.rolesClaim,
        maxAge: maxAgeOf(purpose),
      },
    );
    const now = clock.now();
    await insertProviderAttempt(db, {
      stateHash: hashToken(state),
      browserHash: hashToken(browserToken),
      providerId,
      nonce,
      codeVerifier,
      nextPath: safeNextPath(purpose.next),
      isConfirmation: purpose.isConfirmation,
      userId: purpose.userId,
      createdOn: now,
      expiresOn: new Date(now.getTime() + ATTEMPT_MS),
    });
    return { url, browserToken, seconds: ATTEMPT_MS / 1000 };
  }

  /** Uses an attempt up, and returns the person's identity at the provider and the page to open. */
  async use(
    back: Return,
    userId: string | null,
  ): Promise<{ provider: ProviderRow; identity: ProvenIdentity; next: string }> {
    const { identityProviders, identityClient } = this.#parts;
    const { attempt, state } = await this.#take(back, userId);
    const provider = await this.#get(attempt.providerId);
    const url = new URL(identityProviders.getRedirectUrl());
    url.search = back.query;
    const identity = await exchangeSignIn(identityClient, identityProviders.getSettings(provider), {
      url,
      state,
      nonce: attempt.nonce,
      codeVerifier: attempt.codeVerifier,
      afterSignOut: identityProviders.getSignOutUrl(),
      maxAge: maxAgeOf(attempt),
    });
    return { provider, identity, next: attempt.nextPath };
  }

  /** First of all, so that no response of a provider is looked at twice. */
  async #take({ query, browserToken = '' }: Return, userId: string | null) {
    const { db, clock } = this.#parts;
    const state = new URLSearchParams(query).get('state') ?? '';
    const keys = { stateHash: hashToken(state), browserHash: hashToken(browserToken), userId };
    const attempt: ProviderAttempt | undefined = await deleteProviderAttempt(db, keys, clock.now());
    if (attempt !== undefined) return { attempt, state };
    const again = userId === null ? 'sign in again' : 'try again';
    throw new UnprocessableError(
      `This sign-in took too long, was already completed or was started in another window. Please ${again}.`,
    );
  }

  async #get(providerId: string): Promise<ProviderRow> {
    const provider = await findAnyProvider(this.#parts.db, providerId);
    if (provider === undefined) throw new NotFoundError('This identity provider no longer exists.');
    return provider;
  }
}

/** For a confirmation the person has to have been there as lately as for one with the password. */
function maxAgeOf({ isConfirmation }: { isConfirmation: boolean }): number | undefined {
  return isConfirmation ? CONFIRMED_SECONDS : undefined;
}
