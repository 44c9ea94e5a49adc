import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type GitRemote, startGitRemote } from './git-remote.ts';

export const CLIENT = { id: 'atrium', secret: 'a secret of the application' };

/** A git host with OAuth that answers as Gitea documents: https://docs.gitea.com/development/oauth2-provider. */
export interface OAuthHost extends AsyncDisposable {
  git: GitRemote;
  /** Whether the person has withdrawn the access. */
  isRevoked: boolean;
  /** Webhooks of the repositories. */
  webhooks: { url: string; secret: string }[];
}

const TOKEN = randomBytes(24).toString('hex');

/** `paths` are the repositories that the account may use. */
export async function startOAuthHost(port: number, paths: string[]): Promise<OAuthHost> {
  const codes = new Map<string, string>();

  function authorize({ searchParams: given }: URL): string {
    const leadBack = (answer: Record<string, string>) => {
      const query = new URLSearchParams({ ...answer, state: given.get('state') ?? '' });
      return `${given.get('redirect_uri')}?${query.toString()}`;
    };
    const code = randomBytes(12).toString('hex');
    codes.set(code, given.get('code_challenge') ?? '');
    const link = (text: string, href: string) =>
      `<p><a href="${href.replaceAll('&', '&amp;')}">${text}</a></p>`;
    return `<!doctype html><html lang="en"><title>Authorize</title><h1>Allow ${given.get('client_id')}?</h1>${link(
      'Authorize',
      leadBack({ code }),
    )}${link('Cancel', leadBack({ error: 'access_denied' }))}</html>`;
  }

  function exchange(form: URLSearchParams): [number, object] {
    if (form.get('client_secret') !== CLIENT.secret) return [400, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (codes.get(code) !== challenge) return [400, { error: 'unauthorized_client' }];
    codes.delete(code);
    host.isRevoked = false;
    return [200, { access_token: TOKEN, token_type: 'bearer', expires_in: 3600, refresh_token: 'r' }];
  }

  function callApi(path: string, query: URLSearchParams, body: string): [number, object] {
    const all = paths.map((path, id) => ({ id, full_name: path, default_branch: 'main', empty: false }));
    if (path === '/user') return [200, { id: 7, login: 'robin' }];
    if (path === '/repos/search')
      return [200, { ok: true, data: all.filter((one) => one.full_name.includes(query.get('q') ?? '')) }];
    const hooked = /^\/repos\/(.+)\/hooks$/.exec(path)?.[1];
    if (hooked !== undefined && paths.includes(hooked)) {
      if (body === '')
        return [
          200,
          host.webhooks.map(({ url }, index) => ({ id: index + 1, type: 'gitea', config: { url } })),
        ];
      const { config } = JSON.parse(body) as { config: { url: string; secret: string } };
      host.webhooks.push(config);
      return [201, { id: host.webhooks.length, type: 'gitea', config: { url: config.url } }];
    }
    const one = all.find((each) => path === `/repos/${each.full_name}`);
    return one === undefined ? [404, {}] : [200, one];
  }

  async function respond(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    if (url.pathname === '/login/oauth/authorize') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(authorize(url));
      return;
    }
    const isAllowed =
      !host.isRevoked && [`Bearer ${TOKEN}`, `token ${TOKEN}`].includes(request.headers.authorization ?? '');
    let found: [number, object] = [401, {}];
    if (url.pathname === '/login/oauth/access_token') found = exchange(new URLSearchParams(text));
    else if (isAllowed) found = callApi(url.pathname.slice('/api/v1'.length), url.searchParams, text);
    response
      .writeHead(found[0], { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(found[1]));
  }

  const git = await startGitRemote('oauth2', TOKEN, {
    port,
    intercept(request, response) {
      const url = new URL(request.url ?? '/', 'http://host');
      if (/^\/(?:api|login)\//.test(url.pathname)) void respond(request, response, url);
      else if (url.pathname === '/favicon.ico') response.writeHead(204).end();
      else if (host.isRevoked) response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      else return false;
      return true;
    },
  });
  const host: OAuthHost = { git, isRevoked: false, webhooks: [], [Symbol.asyncDispose]: () => git.stop() };
  return host;
}
