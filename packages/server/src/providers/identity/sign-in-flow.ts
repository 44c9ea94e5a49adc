import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { IdentityClient, ProviderSettings } from './identity-client.ts';
import { IdentityError, toIdentityError } from './identity-error.ts';

/** Secrets stored on the server while a user is at the provider. */
interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

interface Start {
  redirectUrl: string;
  state: string;
  nonce: string;
  /** A claim that may be a scope of its own. */
  rolesClaim: string;
  /** The person has to have signed in at the provider within so many seconds. */
  maxAge?: number | undefined;
}

interface Finish extends SignInSecrets {
  /** The redirect address with the query that the provider added. */
  url: URL;
  /** Address to which the provider redirects after a sign-out. */
  afterSignOut: string;
  maxAge?: number | undefined;
}

/** Identity that a provider has asserted. */
export interface ProvenIdentity {
  subject: string;
  claims: Record<string, unknown>;
  /** Time of the person's last sign-in at the provider, if its response has one. */
  authenticatedOn: Date | null;
  /** The address at which the provider signs this person out. */
  signOutUrl: string | undefined;
}

const ANY_AGE_SECONDS = 365 * 86_400;
const SCOPES = ['openid', 'email', 'profile'];

/** The provider's page for a sign-in, and the secret half of its proof. */
export async function buildSignInUrl(
  client: IdentityClient,
  settings: ProviderSettings,
  { redirectUrl, state, nonce, rolesClaim, maxAge }: Start,
): Promise<{ url: string; codeVerifier: string }> {
  const config = await client.discover(settings);
  const codeVerifier = randomPKCECodeVerifier();
  const known = config.serverMetadata().scopes_supported ?? [];
  const url = buildAuthorizationUrl(config, {
    response_type: 'code',
    redirect_uri: redirectUrl,
    scope: [...SCOPES, ...known.filter((scope) => scope === rolesClaim && !SCOPES.includes(scope))].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // With a maximum age, the provider reports the time of its sign-in; any age will do, unless one is given.
    max_age: String(maxAge ?? ANY_AGE_SECONDS),
  });
  return { url: url.href, codeVerifier };
}

/** Exchanges the provider's response for an identity. The library makes each check of the protocol. */
export async function exchangeSignIn(
  client: IdentityClient,
  settings: ProviderSettings,
  { url, state, nonce, codeVerifier, afterSignOut, maxAge }: Finish,
): Promise<ProvenIdentity> {
  const config = await client.discover(settings);
  try {
    const tokens = await authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      ...(maxAge !== undefined && { maxAge }),
    });
    const proven = tokens.claims();
    if (proven === undefined || tokens.id_token === undefined)
      throw new IdentityError('The provider sent no proof.');
    client.requireFresh(proven.iat);
    const more = await readMoreClaims(config, tokens.access_token, proven.sub);
    return {
      subject: proven.sub,
      claims: { ...more, ...proven },
      authenticatedOn: proven.auth_time === undefined ? null : new Date(proven.auth_time * 1000),
      signOutUrl: client.signOutPage(config) && signOutAddress(config, tokens.id_token, afterSignOut),
    };
  } catch (error) {
    throw toIdentityError(error, 'sign-in');
  }
}

/** Most providers return names and addresses there, and only the subject in the token. */
async function readMoreClaims(config: Configuration, accessToken: string, subject: string): Promise<object> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  return fetchUserInfo(config, accessToken, subject);
}

function signOutAddress(config: Configuration, idToken: string, afterSignOut: string): string {
  return buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: afterSignOut }).href;
}
