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
  /** Number of its request; undefined: it is on each one. */
  request?: string | undefined;
}

interface HostRequest {
  from: string;
  into: string;
  isOfFork: boolean;
}

interface HostWebhook {
  id: number;
  url: string;
  secret: string;
  body: Record<string, unknown>;
}

/**
 * The REST API of a git host, for `intercept` of a git server. Keeps comments, open requests and webhooks as the host documents
 * them. Requests are numbered from 7.
 */
export interface GitHostApi {
  sent: Sent[];
  requests: HostRequest[];
  webhooks: HostWebhook[];
  /** Replaces the web addresses of requests. */
  requestUrl: string | undefined;
  /** Status of all further responses; undefined: the responses of the host. */
  refusal: { status: number; headers?: Record<string, string> } | undefined;
  /** Called before a request is opened or a webhook written; a returned refusal is the host's answer. */
  refuseNew: (() => { status: number; body: object } | undefined) | undefined;
  /** Adds a comment of a person, as the first one. */
  addFirst(text: string): void;
  /** Texts of the comments of a request that were written over the API. */
  commentsOf(request: number): string[];
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
  const toRequestJson = ({ from, into, isOfFork }: HostRequest, index: number, host: string): object => {
    const number = 7 + index;
    const url = api.requestUrl ?? `http://${host}/acme/shop/requests/${number}`;
    const repo = { id: isOfFork ? 2 : 1 };
    switch (kind) {
      case 'GITHUB':
      case 'GITEA':
        return {
          number,
          html_url: url,
          state: 'open',
          head: { ref: from, repo },
          base: { ref: into, repo: { id: 1 } },
        };
      case 'GITLAB':
        return {
          id: 900,
          iid: number,
          web_url: url,
          state: 'opened',
          source_project_id: repo.id,
          target_project_id: 1,
        };
      case 'BITBUCKET':
        return { id: number, links: { html: { href: url } } };
    }
  };
  /** What the host's own filters leave, and its answer to a second request between the same branches. */
  const filterRequests = (path: string, each: HostRequest) => {
    const query = new URLSearchParams(path.split('?')[1]);
    switch (kind) {
      case 'GITHUB':
        return query.get('head') === `acme:${each.from}` && query.get('base') === each.into;
      case 'GITEA':
        return true;
      case 'GITLAB':
        return query.get('source_branch') === each.from && query.get('target_branch') === each.into;
      case 'BITBUCKET':
        return (
          query.get('q') ===
            `state="OPEN" AND source.repository.full_name="acme/shop" AND source.branch.name="${each.from}" AND destination.branch.name="${each.into}"` &&
          !each.isOfFork
        );
    }
  };
  const readRequest = (body: Record<string, unknown> | undefined): HostRequest => {
    const { source, destination } = body as Record<string, { branch: { name: string } } | undefined>;
    const { head, base, source_branch, target_branch } = body as Record<string, string | undefined>;
    const from = head ?? source_branch ?? source?.branch.name ?? '';
    const into = base ?? target_branch ?? destination?.branch.name ?? '';
    return { from, into, isOfFork: false };
  };
  const toWebhookJson = ({ id, url, body }: HostWebhook): object => {
    switch (kind) {
      case 'GITHUB':
      case 'GITEA':
        return {
          id,
          active: true,
          events: body['events'],
          config: { url, content_type: 'json', secret: '********' },
        };
      case 'GITLAB':
        return { id, url, push_events: true };
      case 'BITBUCKET':
        return { uuid: `{${id}}`, url, secret_set: true };
    }
  };
  const readWebhook = (body: Record<string, unknown>): Omit<HostWebhook, 'id'> => {
    const { url, secret, token } = { ...body, ...(body['config'] as object | undefined) } as Record<
      string,
      string
    >;
    return { url: url ?? '', secret: secret ?? token ?? '', body };
  };
  let lastId = 3;
  const list = (values: unknown[]) => (kind === 'BITBUCKET' ? { values, page: 1 } : values);
  const api: GitHostApi = {
    sent: [],
    requests: [],
    webhooks: [],
    requestUrl: undefined,
    refusal: undefined,
    refuseNew: undefined,
    addFirst(text) {
      comments.unshift({ id: 2, text });
    },
    commentsOf: (request) =>
      comments.filter((comment) => comment.request === String(request)).map(({ text }) => text),
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
        const isNew =
          !isRead && /\/(?:hooks|pulls|merge_requests|pullrequests)(?:\/(?:\d+|%7B\d+%7D))?$/.test(path);
        const refused = isNew ? api.refuseNew?.() : undefined;
        if (refused) {
          response.writeHead(refused.status).end(JSON.stringify(refused.body));
          return;
        }
        const hookPath = /\/hooks(?:\/(?:%7B)?(\d+))?/.exec(path);
        if (hookPath) {
          if (isRead) found = list(api.webhooks.map(toWebhookJson));
          else if (hookPath[1] === undefined) {
            lastId += 1;
            api.webhooks.push({ id: lastId, ...readWebhook(body ?? {}) });
          } else
            api.webhooks = api.webhooks.map((each) =>
              String(each.id) === hookPath[1] ? { ...each, ...readWebhook(body ?? {}) } : each,
            );
        } else if (/comments|notes/.test(path)) {
          const content = body?.['content'] as { raw: string } | undefined;
          const written = content?.raw ?? (body?.['body'] as string);
          const about = /(?:issues|merge_requests|pullrequests)\/(\d+)\//.exec(path)?.[1];
          if (isRead) {
            const shown = comments.filter((one) => one.request === undefined || one.request === about);
            found = list(shown.map(toCommentJson[kind]));
          } else if (request.method === 'POST') {
            lastId += 1;
            comments.push({ id: lastId, text: written, request: about });
          } else
            comments = comments.map((one) => (path.endsWith(`/${one.id}`) ? { ...one, text: written } : one));
        } else if (/pulls|merge_requests|pullrequests/.test(path)) {
          const host = request.headers.host ?? '';
          if (isRead) {
            const open = api.requests.map((each, index) => ({
              each,
              json: toRequestJson(each, index, host),
            }));
            found = list(open.filter(({ each }) => filterRequests(path, each)).map(({ json }) => json));
          } else {
            const opened = readRequest(body);
            api.requests.push(opened);
            found = toRequestJson(opened, api.requests.length - 1, host);
          }
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
