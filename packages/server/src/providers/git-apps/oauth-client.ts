import { causesOf } from '@atrium/host/errors';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  type TokenEndpointResponse,
} from 'openid-client';
import type { Clock } from '../../clock.ts';
import type { AppClient } from '../../git-app-settings.ts';
import { type AppRequests, unreachable } from './app-requests.ts';
import { type AppReturn, GitAppError, type OAuthTokens, revoked } from './git-app.ts';

interface OAuthClientOptions {
  clock: Clock;
  name: string;
  client: AppClient;
  /** Paths at the host. */
  paths: { authorize: string; token: string };
  scope: string;
  redirectUrl: () => string;
  requests: AppRequests;
  allowPrivate: boolean;
}

/** Authorization code with PKCE, and refresh tokens, at a host without discovery. */
export interface OAuthClient {
  buildUrl(state: string): Promise<{ url: string; codeVerifier: string }>;
  exchange(back: AppReturn): Promise<OAuthTokens>;
  refresh(refreshToken: string): Promise<OAuthTokens>;
}

export function createOAuthClient(options: OAuthClientOptions): OAuthClient {
  const { clock, name, client, paths, scope, redirectUrl, requests } = options;
  const { url: host, clientId, clientSecret } = client;
  const metadata = {
    issuer: host,
    authorization_endpoint: host + paths.authorize,
    token_endpoint: host + paths.token,
  };
  const config = new Configuration(metadata, clientId, undefined, ClientSecretPost(clientSecret));
  config[customFetch] = (address, { method, headers, body, signal }) =>
    requests.send(address, { method, headers, body: body?.toString(), signal });
  // The guarded client permits http to private addresses only.
  if (options.allowPrivate) allowInsecureRequests(config);

  function toTokens({ access_token, refresh_token, expires_in }: TokenEndpointResponse): OAuthTokens {
    const expiresOn =
      expires_in === undefined ? null : new Date(clock.now().getTime() + expires_in * 1000).toISOString();
    return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresOn };
  }

  return {
    async buildUrl(state) {
      const codeVerifier = randomPKCECodeVerifier();
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUrl(),
        ...(scope !== '' && { scope }),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, codeVerifier };
    },
    async exchange({ query, state, codeVerifier }) {
      const given = new URLSearchParams(query);
      const back = new URL(redirectUrl());
      // Hosts add parameters of their own, such as the installation, which prove nothing.
      for (const key of ['code', 'state', 'error']) {
        const value = given.get(key);
        if (value !== null) back.searchParams.set(key, value);
      }
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier };
      try {
        return toTokens(await authorizationCodeGrant(config, back, checks));
      } catch (error) {
        throw toError(
          name,
          error,
          () =>
            new GitAppError(`${name} no longer accepts this response. Please connect again.`, {
              cause: error,
            }),
        );
      }
    },
    async refresh(refreshToken) {
      try {
        return toTokens(await refreshTokenGrant(config, refreshToken, { redirect_uri: redirectUrl() }));
      } catch (error) {
        throw toError(name, error, () => revoked(name, error));
      }
    },
  };
}

/** Error codes for a code or token that a host doesn't accept; Gitea's for a used refresh token is unauthorized_client. */
const REFUSALS = ['invalid_grant', 'unauthorized_client', 'bad_verification_code', 'bad_refresh_token'];
const WRONG_CLIENT = ['invalid_client', 'incorrect_client_credentials', 'redirect_uri_mismatch'];

/** `refused` makes the error for a code or token that the host does not accept. Everything else is no revocation. */
function toError(name: string, error: unknown, refused: () => GitAppError): Error {
  const chain: { error?: unknown; cause?: unknown; status?: unknown }[] = causesOf(error);
  const own = chain.find((one) => one instanceof GitAppError);
  if (own) return own;
  // GitHub answers with 200 and an error.
  const bodies = chain.map(({ cause }) => (cause as { body?: { error?: unknown } } | undefined)?.body);
  const codes = [...chain, ...bodies].map((one) => String(one?.error));
  const says = (known: string[]) => codes.some((code) => known.includes(code));
  if (says(['access_denied']))
    return new GitAppError(`The access was not allowed at ${name}.`, { cause: error });
  if (says(WRONG_CLIENT))
    return new GitAppError(
      `${name} does not accept the client ID, the client secret or the callback address of this installation. Tell its operator.`,
      { cause: error },
    );
  if (says(REFUSALS)) return refused();
  const statuses = chain.map(({ cause, status }) =>
    cause instanceof Response ? cause.status : Number(status),
  );
  if (statuses.some((status) => status === 429 || status >= 500)) return unreachable(name, error);
  return new GitAppError(`${name} sent an unexpected response.`, { cause: error });
}
