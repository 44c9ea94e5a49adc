import type { GitHostKind } from '@atrium/contract/connections/automation';
import type { Intercept } from './git-server.ts';

interface Sent {
  call: string;
  authorization: string | undefined;
  body: Record<string, unknown> | undefined;
}

interface HostComment {
  id: number;
  text: string;
}

/** The REST API of a git host, for `intercept` of a git server. Keeps comments as the host documents them. */
export interface GitHostApi {
  sent: Sent[];
  /** Status of all further responses; undefined: the responses of the host. */
  refusal: { status: number; headers?: Record<string, string> } | undefined;
  /** Adds a comment of a person, as the first one. */
  addFirst(text: string): void;
  intercept: Intercept;
}

export function buildGitHostApi(kind: GitHostKind): GitHostApi {
  let comments: HostComment[] = [{ id: 3, text: 'LGTM' }];
  const toCommentJson: Record<GitHostKind, (comment: HostComment) => object> = {
    GITHUB: ({ id, text }) => ({ id, body: text, user: { login: 'ada' } }),
    GITEA: ({ id, text }) => ({ id, body: text, assets: [] }),
    GITLAB: ({ id, text }) => ({ id, body: text, system: false }),
    BITBUCKET: ({ id, text }) => ({ id, content: { raw: text, markup: 'markdown' } }),
  };
  const list = (values: unknown[]) => (kind === 'BITBUCKET' ? { values, page: 1 } : values);
  const api: GitHostApi = {
    sent: [],
    refusal: undefined,
    addFirst(text) {
      comments.unshift({ id: 2, text });
    },
    intercept(request, response) {
      const path = request.url ?? '';
      if (!/^\/(?:api\/v\d|2\.0)\//.test(path)) return false;
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
        api.sent.push({
          call: `${request.method} ${path}`,
          authorization: request.headers.authorization,
          body,
        });
        if (api.refusal) {
          response.writeHead(api.refusal.status, api.refusal.headers).end('{"message":"a secret"}');
          return;
        }
        const isRead = request.method === 'GET';
        let found: unknown = {};
        if (/comments|notes/.test(path)) {
          const content = body?.['content'] as { raw: string } | undefined;
          const written = content?.raw ?? (body?.['body'] as string);
          if (isRead) found = list(comments.map(toCommentJson[kind]));
          else if (request.method === 'POST') comments.push({ id: 4, text: written });
          else
            comments = comments.map((one) => (path.endsWith(`/${one.id}`) ? { ...one, text: written } : one));
        }
        response
          .writeHead(isRead ? 200 : 201, { 'content-type': 'application/json' })
          .end(JSON.stringify(found));
      });
      return true;
    },
  };
  return api;
}
