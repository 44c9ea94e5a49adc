import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { GIT_AUTHORIZATION, type Intercept } from './git-server.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** GitHub hands out keys in this format. */
export const GITHUB_APP = {
  kind: 'GITHUB' as const,
  appId: '31415',
  slug: 'atrium-test',
  clientId: 'Iv1.atrium',
  clientSecret: 'a secret of the app',
  privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
};

interface HostedRepository {
  id: number;
  path: string;
  /** By login. */
  permissions: Record<string, { pull: boolean; push: boolean; admin: boolean }>;
}

interface Installation {
  id: number;
  owner: string;
  isSuspended: boolean;
  repositories: HostedRepository[];
}

/**
 * Answers as GitHub Enterprise documents: https://docs.github.com/en/apps/creating-github-apps,
 * https://docs.github.com/en/rest/apps. For `intercept` of a git server.
 */
export interface GitHubHost {
  intercept: Intercept;
  installations: Installation[];
  /** Bodies of accepted calls for a token of an installation. */
  tokenCalls: unknown[];
  calls: string[];
  secrets: string[];
  lifetimeSeconds: number;
  /** Key that proofs of the app are signed with; another one after it was replaced at GitHub. */
  publicKey: ReturnType<typeof createPublicKey>;
  /** Allows the access; returns the query that leads back. */
  allow(url: string, login: string): string;
  /** Withdraws all tokens that were given out. */
  forgetTokens(): void;
}

export function buildGitHubHost(): GitHubHost {
  const codes = new Map<string, { login: string; challenge: string; redirect: string }>();
  const people = new Map<string, string>();
  const tokens = new Map<string, { repository: number; contents: string; expiresAt: number }>();

  const random = (prefix: string) => {
    const secret = prefix + randomBytes(20).toString('hex');
    host.secrets.push(secret);
    return secret;
  };

  function exchange(form: URLSearchParams): [number, object] {
    const { clientId, clientSecret } = GITHUB_APP;
    // GitHub answers errors with 200.
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return [
        200,
        { error: 'incorrect_client_credentials', error_description: 'The client_id is incorrect.' },
      ];
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code?.challenge !== challenge || code.redirect !== form.get('redirect_uri'))
      return [
        200,
        { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' },
      ];
    const token = random('ghu_');
    people.set(token, code.login);
    return [
      200,
      {
        access_token: token,
        expires_in: 28_800,
        refresh_token: random('ghr_'),
        refresh_token_expires_in: 15_897_600,
        token_type: 'bearer',
        scope: '',
      },
    ];
  }

  const toJson = ({ id, path, permissions }: HostedRepository, login: string) => ({
    id,
    full_name: path,
    name: path.split('/')[1],
    private: true,
    archived: false,
    default_branch: 'main',
    clone_url: `https://elsewhere.example/${path}.git`,
    permissions: permissions[login],
  });

  function callAsPerson(path: string, query: URLSearchParams, login: string): [number, unknown] {
    if (path === '/user') return [200, { login, id: 1 }];
    const ofPerson = host.installations.filter(({ repositories }) =>
      repositories.some(({ permissions }) => permissions[login]),
    );
    if (path === '/user/installations') {
      const installations = ofPerson.map(({ id, owner, isSuspended }) => ({
        id,
        account: { login: owner },
        suspended_at: isSuspended ? '2026-11-29T12:00:00Z' : null,
      }));
      return [200, { total_count: installations.length, installations }];
    }
    const id = Number(/^\/user\/installations\/(\d+)\/repositories$/.exec(path)?.[1]);
    const found = ofPerson.find((each) => each.id === id);
    if (found === undefined) return [404, { message: 'Not Found' }];
    const own = found.repositories.filter(({ permissions }) => permissions[login]);
    const [page, perPage] = [Number(query.get('page')), Number(query.get('per_page'))];
    const shown = own.slice((page - 1) * perPage, page * perPage);
    return [200, { total_count: own.length, repositories: shown.map((each) => toJson(each, login)) }];
  }

  async function callAsApp(path: string, proof: string, body: unknown): Promise<[number, unknown]> {
    const isProven = await jwtVerify(proof, host.publicKey, {
      issuer: GITHUB_APP.appId,
      algorithms: ['RS256'],
      maxTokenAge: '10m',
    }).then(
      () => true,
      () => false,
    );
    if (!isProven) return [401, { message: 'A JSON web token could not be decoded' }];
    const id = Number(/^\/app\/installations\/(\d+)\/access_tokens$/.exec(path)?.[1]);
    const installation = host.installations.find((each) => each.id === id);
    if (installation === undefined) return [404, { message: 'Not Found' }];
    if (installation.isSuspended) return [403, { message: 'This installation has been suspended' }];
    const { repository_ids: ids, permissions } = body as {
      repository_ids: number[];
      permissions: { contents: string };
    };
    const [repository] = ids;
    if (repository === undefined || !installation.repositories.some((each) => each.id === repository))
      return [422, { message: 'There is at least one repository that does not exist or is not accessible.' }];
    host.tokenCalls.push(body);
    const token = random('ghs_');
    const expiresAt = Date.now() + host.lifetimeSeconds * 1000;
    tokens.set(token, { repository, contents: permissions.contents, expiresAt });
    return [201, { token, expires_at: new Date(expiresAt).toISOString(), permissions }];
  }

  async function respond(request: IncomingMessage, url: URL): Promise<[number, unknown]> {
    const sent = await text(request);
    if (url.pathname === '/login/oauth/access_token') return exchange(new URLSearchParams(sent));
    const path = url.pathname.replace(/^\/api\/v3/, '');
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (path.startsWith('/app/')) return callAsApp(path, token, JSON.parse(sent));
    const login = people.get(token);
    if (login === undefined) return [401, { message: 'Bad credentials' }];
    return callAsPerson(path, url.searchParams, login);
  }

  function mayUseGit(authorization: string | undefined, url: URL): boolean {
    const [username, token = ''] = Buffer.from(authorization?.split(' ')[1] ?? '', 'base64')
      .toString()
      .split(':');
    const known = tokens.get(token);
    if (username !== 'x-access-token' || known === undefined || known.expiresAt < Date.now()) return false;
    const path = url.pathname.slice(1).split('.git/')[0];
    const repository = host.installations
      .flatMap(({ repositories }) => repositories)
      .find((each) => each.path === path);
    const isPush = url.href.includes('git-receive-pack');
    return repository?.id === known.repository && (!isPush || known.contents === 'write');
  }

  const host: GitHubHost = {
    installations: [],
    tokenCalls: [],
    calls: [],
    secrets: [GITHUB_APP.clientSecret, GITHUB_APP.privateKey.split('\n')[1] ?? ''],
    lifetimeSeconds: 3600,
    publicKey: createPublicKey(privateKey),
    allow(address, login) {
      const { pathname, searchParams: given } = new URL(address);
      if (pathname !== '/login/oauth/authorize' || given.get('client_id') !== GITHUB_APP.clientId)
        throw new Error(`no such page: ${address}`);
      const code = random('');
      const [challenge, redirect] = [given.get('code_challenge') ?? '', given.get('redirect_uri') ?? ''];
      codes.set(code, { login, challenge, redirect });
      return `?${new URLSearchParams({ code, state: given.get('state') ?? '' }).toString()}`;
    },
    forgetTokens: () => tokens.clear(),
    intercept(request, response) {
      const url = new URL(request.url ?? '/', 'http://host');
      if (/^\/(?:api|login)\//.test(url.pathname)) {
        host.calls.push(`${request.method} ${request.url}`);
        void respond(request, url).then(([status, body]) =>
          response
            .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
            .end(JSON.stringify(body)),
        );
        return true;
      }
      if (mayUseGit(request.headers.authorization, url)) request.headers.authorization = GIT_AUTHORIZATION;
      return false;
    },
  };
  return host;
}
