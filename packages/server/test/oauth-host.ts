import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { GIT_AUTHORIZATION, type Intercept } from './git-server.ts';

type OAuthHostKind = 'GITLAB' | 'GITEA';

export const OAUTH_CLIENT = { clientId: 'atrium', clientSecret: 'a secret of the application' };

interface Issued {
  kind: OAuthHostKind;
  login: string;
  expiresAt: number;
  refreshToken: string;
}

/**
 * Answers as GitLab and Gitea document: https://docs.gitlab.com/api/oauth2, https://docs.gitlab.com/api/projects,
 * https://docs.gitea.com/development/oauth2-provider, https://docs.gitea.com/api. For `intercept` of a git server, whose
 * repositories then take these tokens.
 */
export interface OAuthHost {
  intercept: Intercept;
  /** Paths of repositories, by the login of the account that may use them. */
  accounts: Map<string, string[]>;
  /** Allows the access on the page that the platform sends people to; returns the query that leads back. */
  allow(url: string, login: string): string;
  /** As `GET /path?query`. */
  calls: string[];
  /** Accepted refresh tokens. */
  refreshes: number;
  lifetimeSeconds: number;
  /** All texts that must stay between the two. */
  secrets: string[];
  /** The person withdraws the access. */
  revoke(login: string): void;
  /** Status of all further responses of the API and of the tokens. */
  failure: number | undefined;
  /** Ends before all further responses. */
  held: Promise<void> | undefined;
}

/** Paths of the pages on which people allow an access. */
const AUTHORIZE: Record<OAuthHostKind, string> = {
  GITLAB: '/oauth/authorize',
  GITEA: '/login/oauth/authorize',
};

export function buildOAuthHost(): OAuthHost {
  const accounts = new Map<string, string[]>();
  const codes = new Map<
    string,
    { kind: OAuthHostKind; login: string; challenge: string; redirect: string }
  >();
  const accesses = new Map<string, Issued>();
  const refreshTokens = new Map<string, { kind: OAuthHostKind; login: string }>();

  const random = () => {
    const secret = randomBytes(24).toString('hex');
    host.secrets.push(secret);
    return secret;
  };

  function issue(kind: OAuthHostKind, login: string) {
    const [accessToken, refreshToken] = [random(), random()];
    accesses.set(accessToken, {
      kind,
      login,
      refreshToken,
      expiresAt: Date.now() + host.lifetimeSeconds * 1000,
    });
    refreshTokens.set(refreshToken, { kind, login });
    return {
      access_token: accessToken,
      token_type: kind === 'GITEA' ? 'bearer' : 'Bearer',
      expires_in: host.lifetimeSeconds,
      refresh_token: refreshToken,
      ...(kind === 'GITLAB' && { scope: 'api', created_at: Math.floor(Date.now() / 1000) }),
    };
  }

  function exchange(kind: OAuthHostKind, form: URLSearchParams): [number, object] {
    if (
      form.get('client_id') !== OAUTH_CLIENT.clientId ||
      form.get('client_secret') !== OAUTH_CLIENT.clientSecret
    )
      return [
        kind === 'GITLAB' ? 401 : 400,
        { error: 'invalid_client', error_description: 'unknown client' },
      ];
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? '';
      const known = refreshTokens.get(token);
      if (known?.kind !== kind)
        return [
          400,
          kind === 'GITLAB'
            ? { error: 'invalid_grant', error_description: 'The provided authorization grant is invalid.' }
            : { error: 'unauthorized_client', error_description: 'token was already used' },
        ];
      refreshTokens.delete(token);
      host.refreshes += 1;
      return [200, issue(kind, known.login)];
    }
    const code = form.get('code') ?? '';
    const known = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (known?.kind !== kind || known.challenge !== challenge || known.redirect !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant', error_description: 'The code is invalid.' }];
    return [200, issue(kind, known.login)];
  }

  function callApi(
    kind: OAuthHostKind,
    path: string,
    query: URLSearchParams,
    login: string,
  ): [number, unknown] {
    const paths = accounts.get(login) ?? [];
    const id = [...accounts.keys()].indexOf(login) + 1;
    const toJson = (each: string, index: number) =>
      kind === 'GITLAB'
        ? {
            id: index,
            path_with_namespace: each,
            default_branch: 'main',
            http_url_to_repo: `https://elsewhere.example/${each}.git`,
          }
        : {
            id: index,
            full_name: each,
            default_branch: 'main',
            empty: false,
            private: true,
            clone_url: `https://elsewhere.example/${each}.git`,
          };
    if (path === '/user') return [200, kind === 'GITLAB' ? { id, username: login } : { id, login }];
    if (kind === 'GITLAB' && path === '/projects') {
      const search = query.get('search') ?? '';
      return [200, paths.filter((each) => each.includes(search)).map(toJson)];
    }
    if (kind === 'GITEA' && path === '/repos/search') {
      const found = paths.filter((each) => each.split('/')[1]?.includes(query.get('q') ?? ''));
      return [200, { ok: true, data: query.get('uid') === String(id) ? found.map(toJson) : [] }];
    }
    const one = decodeURIComponent(path.replace(/^\/(?:projects|repos)\//, ''));
    if (paths.includes(one)) return [200, toJson(one, 1)];
    return [404, { message: '404 Not Found' }];
  }

  function answer(response: ServerResponse, [status, body]: [number, unknown]): void {
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));
  }

  async function respond(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    await host.held;
    if (host.failure !== undefined) return answer(response, [host.failure, { message: 'a secret' }]);
    const sent = await text(request);
    const tokenOf: Record<string, OAuthHostKind> = {
      '/oauth/token': 'GITLAB',
      '/login/oauth/access_token': 'GITEA',
    };
    const kind = tokenOf[url.pathname];
    if (kind !== undefined) return answer(response, exchange(kind, new URLSearchParams(sent)));
    const [, version, path = ''] = /^\/api\/(v1|v4)(\/.*)$/.exec(url.pathname) ?? [];
    const access = findAccess(request.headers.authorization?.replace(/^(?:bearer|token) /i, ''));
    if (access?.kind !== (version === 'v4' ? 'GITLAB' : 'GITEA'))
      return answer(response, [401, { message: '401 Unauthorized' }]);
    if (request.method === 'POST') return answer(response, [201, {}]);
    answer(response, callApi(access.kind, path, url.searchParams, access.login));
  }

  function findAccess(token = ''): Issued | undefined {
    const found = accesses.get(token);
    return found !== undefined && found.expiresAt > Date.now() ? found : undefined;
  }

  const host: OAuthHost = {
    accounts,
    calls: [],
    refreshes: 0,
    lifetimeSeconds: 7200,
    secrets: [OAUTH_CLIENT.clientSecret],
    failure: undefined,
    held: undefined,
    allow(address, login) {
      const { pathname, searchParams: given } = new URL(address);
      const kind = pathname === AUTHORIZE.GITLAB ? 'GITLAB' : 'GITEA';
      if (pathname !== AUTHORIZE[kind] || given.get('client_id') !== OAUTH_CLIENT.clientId)
        throw new Error(`no such page: ${address}`);
      if (given.get('response_type') !== 'code' || given.get('code_challenge_method') !== 'S256')
        throw new Error(`not understood: ${address}`);
      const code = random();
      const [challenge, redirect] = [given.get('code_challenge') ?? '', given.get('redirect_uri') ?? ''];
      codes.set(code, { kind, login, challenge, redirect });
      return `?${new URLSearchParams({ code, state: given.get('state') ?? '' }).toString()}`;
    },
    revoke(login) {
      for (const [token, each] of accesses) if (each.login === login) accesses.delete(token);
      for (const [token, each] of refreshTokens) if (each.login === login) refreshTokens.delete(token);
    },
    intercept(request, response) {
      const url = new URL(request.url ?? '/', 'http://host');
      if (/^\/(?:api|oauth|login)\//.test(url.pathname)) {
        host.calls.push(`${request.method} ${request.url}`);
        void respond(request, response, url);
        return true;
      }
      const [username, token] = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64')
        .toString()
        .split(':');
      const access = username === 'oauth2' ? findAccess(token) : undefined;
      const path = url.pathname.slice(1).split('.git/')[0] ?? '';
      if (access !== undefined && accounts.get(access.login)?.includes(path))
        request.headers.authorization = GIT_AUTHORIZATION;
      return false;
    },
  };
  return host;
}
