import type { AddressPolicy } from '@atrium/host/outbound/address-guard';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Clock } from '../../clock.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { CLOCKS_DIFFER, IdentityError, toIdentityError, WRONG_ISSUER } from './identity-error.ts';

export interface IdentityClientOptions extends AddressPolicy {
  clock: Clock;
}

/** Registration of this platform at a provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** More than that, and no time that the provider states can be believed. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Providers of OpenID Connect, found by discovery. Every failure is an IdentityError. */
export class IdentityClient {
  readonly #clock: Clock;
  readonly #allowPrivate: boolean;
  readonly #fetch: CustomFetch;

  constructor({ clock, ...policy }: IdentityClientOptions) {
    this.#clock = clock;
    this.#allowPrivate = policy.allowPrivate;
    this.#fetch = createGuardedFetch(policy);
  }

  /** Reads a provider's metadata, and checks that a sign-in is possible. */
  async discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
    const skew = Math.round((this.#clock.now().getTime() - Date.now()) / 1000);
    let config: Configuration;
    try {
      config = await discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [clockSkew]: skew },
        (...parts) => authenticate(config.serverMetadata(), clientSecret)(...parts),
        {
          [customFetch]: this.#fetch,
          // The signature of the token is checked whatever the way it came.
          execute: [enableNonRepudiationChecks, ...(this.#allowPrivate ? [allowInsecureRequests] : [])],
        },
      );
    } catch (error) {
      throw toIdentityError(error, 'discovery');
    }
    this.#check(config, issuer);
    return config;
  }

  /** The library is lenient where a provider serves several organizations, whose people must not be mixed up. */
  #check(config: Configuration, issuer: string): void {
    const metadata = config.serverMetadata();
    if (URL.parse(metadata.issuer)?.href !== new URL(issuer).href) throw new IdentityError(WRONG_ISSUER);
    if (!this.#isForBrowsers(metadata.authorization_endpoint) || metadata.token_endpoint === undefined) {
      throw new IdentityError('This provider has no sign-in page, or none that is reachable over https.');
    }
    if (metadata.jwks_uri === undefined) throw new IdentityError('This provider publishes no keys.');
  }

  /** Whether a browser may be sent to an address that a provider names. */
  #isForBrowsers(address: string | undefined): address is string {
    const { protocol } = URL.parse(address ?? '') ?? {};
    return protocol === 'https:' || (protocol === 'http:' && this.#allowPrivate);
  }

  /** Throws unless a proof was made just now, going by the clock of this platform. */
  requireFresh(issuedAtSeconds: number): void {
    const apartMs = Math.abs(this.#clock.now().getTime() - issuedAtSeconds * 1000);
    if (apartMs > CLOCKS_APART_MS) throw new IdentityError(CLOCKS_DIFFER);
  }

  /** Returns the provider's sign-out page; undefined if it has none. */
  signOutPage(config: Configuration): string | undefined {
    const page = config.serverMetadata().end_session_endpoint;
    return this.#isForBrowsers(page) ? page : undefined;
  }
}

/** In the header, which every provider has to know, unless it says that it does not. */
function authenticate(metadata: { token_endpoint_auth_methods_supported?: string[] }, secret: string) {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
