import { GitHostKind } from '@atrium/contract/connections/automation';
import { expect, onTestFinished, test } from 'vitest';
import { buildGitHostApi, type GitHostApi } from '../../../test/git-host-api.ts';
import { startGitServer } from '../../../test/git-server.ts';
import { createGitHosts, type GitHostRepository } from './git-host.ts';

interface Host extends GitHostApi {
  gitUrl: string;
}

const MARKER = '<!-- atrium:1 -->';

async function startHost(kind: GitHostKind): Promise<Host> {
  const api = buildGitHostApi(kind);
  const server = await startGitServer(api.intercept);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return Object.assign(api, { gitUrl: `${server.origin}/acme/shop.git` });
}

function open(kind: GitHostKind, { gitUrl }: Host): GitHostRepository {
  return createGitHosts({ allowPrivate: true }).open({ kind, gitUrl, username: 'ada', password: 'token-1' });
}

const COMMIT = 'c2af2f6f1e'.padEnd(40, '0');
const STATUS = {
  state: 'failure',
  description: '2 tests fail',
  url: 'https://atrium.example.com/x',
} as const;

const EXPECTED = {
  GITHUB: {
    authorization: 'Bearer token-1',
    status: `POST /api/v3/repos/acme/shop/statuses/${COMMIT}`,
    body: {
      state: 'failure',
      description: '2 tests fail',
      target_url: 'https://atrium.example.com/x',
      context: 'atrium',
    },
    change: 'PATCH /api/v3/repos/acme/shop/issues/comments/4',
    openCall: 'POST /api/v3/repos/acme/shop/pulls',
    open: { title: 'Version 4', body: 'By Ada', head: 'atrium/main', base: 'main' },
  },
  GITEA: {
    authorization: 'token token-1',
    status: `POST /api/v1/repos/acme/shop/statuses/${COMMIT}`,
    body: {
      state: 'failure',
      description: '2 tests fail',
      target_url: 'https://atrium.example.com/x',
      context: 'atrium',
    },
    change: 'PATCH /api/v1/repos/acme/shop/issues/comments/4',
    openCall: 'POST /api/v1/repos/acme/shop/pulls',
    open: { title: 'Version 4', body: 'By Ada', head: 'atrium/main', base: 'main' },
  },
  GITLAB: {
    authorization: 'Bearer token-1',
    status: `POST /api/v4/projects/acme%2Fshop/statuses/${COMMIT}`,
    body: {
      state: 'failed',
      description: '2 tests fail',
      target_url: 'https://atrium.example.com/x',
      name: 'atrium',
    },
    change: 'PUT /api/v4/projects/acme%2Fshop/merge_requests/12/notes/4',
    openCall: 'POST /api/v4/projects/acme%2Fshop/merge_requests',
    open: { title: 'Version 4', description: 'By Ada', source_branch: 'atrium/main', target_branch: 'main' },
  },
  BITBUCKET: {
    authorization: `Basic ${btoa('ada:token-1')}`,
    status: `POST /2.0/repositories/acme/shop/commit/${COMMIT}/statuses/build`,
    body: {
      key: 'atrium',
      name: 'atrium',
      state: 'FAILED',
      description: '2 tests fail',
      url: 'https://atrium.example.com/x',
    },
    change: 'PUT /2.0/repositories/acme/shop/pullrequests/12/comments/4',
    openCall: 'POST /2.0/repositories/acme/shop/pullrequests',
    open: {
      title: 'Version 4',
      description: 'By Ada',
      source: { branch: { name: 'atrium/main' } },
      destination: { branch: { name: 'main' } },
    },
  },
} as const;

test.each(GitHostKind.options)('%s gets a status and one comment that is kept up to date', async (kind) => {
  const host = await startHost(kind);
  const repository = open(kind, host);
  const expected = EXPECTED[kind];
  await repository.setStatus(COMMIT, STATUS);
  expect(host.sent).toEqual([
    { call: expected.status, authorization: expected.authorization, body: expected.body },
  ]);

  host.sent.length = 0;
  await repository.writeComment(12, MARKER, 'Tests run');
  await repository.writeComment(12, MARKER, 'All tests pass');
  await repository.writeComment(12, MARKER, 'All tests pass');
  const writes = host.sent.filter(({ call }) => !call.startsWith('GET'));
  expect(writes).toHaveLength(2);
  expect(writes[1]?.call).toBe(expected.change);
  expect(JSON.stringify(writes[1]?.body)).toContain('All tests pass');
});

const WANTED = { from: 'atrium/main', into: 'main', title: 'Version 4', text: 'By Ada' };

test.each(GitHostKind.options)('%s opens one request between two branches', async (kind) => {
  const host = await startHost(kind);
  const repository = open(kind, host);
  host.requests.push(
    { ...WANTED, isOfFork: true },
    { ...WANTED, into: 'next', isOfFork: false },
    { ...WANTED, from: 'atrium/other', isOfFork: false },
  );
  const opened = { number: 10, url: `${new URL(host.gitUrl).origin}/acme/shop/requests/10` };
  expect(await repository.openRequest(WANTED)).toEqual(opened);
  expect(await repository.openRequest(WANTED)).toEqual(opened);
  const writes = host.sent.filter(({ call }) => !call.startsWith('GET'));
  expect(writes).toEqual([
    {
      call: EXPECTED[kind].openCall,
      authorization: EXPECTED[kind].authorization,
      body: EXPECTED[kind].open,
    },
  ]);

  // Another session opens the same one between the two calls.
  host.requests.length = 0;
  host.refuseNew = () => {
    host.requests.push({ ...WANTED, isOfFork: false });
    return { status: kind === 'GITHUB' ? 422 : 409, body: { message: 'already exists' } };
  };
  expect(await repository.openRequest(WANTED)).toMatchObject({ number: 7 });
});

test.each([
  ['GITHUB', 422, { message: 'Validation Failed', errors: [{ message: 'No commits between main and x' }] }],
  ['GITEA', 409, { message: 'No commits\nbetween main and x' }],
  ['GITLAB', 422, { message: ['No commits between main and x'] }],
  ['BITBUCKET', 400, { type: 'error', error: { message: 'No commits between main and x' } }],
] as const)('%s says why it opens no request', async (kind, status, body) => {
  const host = await startHost(kind);
  host.refuseNew = () => ({ status, body });
  await expect(open(kind, host).openRequest(WANTED)).rejects.toThrow(
    /^\w+ opens no request: No commits between main and x$/,
  );
  host.refuseNew = () => ({ status, body: { message: 'token-1 is not allowed' } });
  await expect(open(kind, host).openRequest(WANTED)).rejects.toThrow(
    new RegExp(`opens no request: The API of .* answered with status ${status}`),
  );
});

test.each(['https://evil.example.com/7', 'javascript:alert(1)', 'http://a:b@127.0.0.1/7', ''])(
  'a request at the address "%s" is refused',
  async (url) => {
    const host = await startHost('GITHUB');
    host.requestUrl = url;
    await expect(open('GITHUB', host).openRequest(WANTED)).rejects.toThrow(
      'GitHub opened the request at an address of another host.',
    );
  },
);

const WEBHOOK = { url: 'https://atrium.example.com/hooks/git/t', secret: 'shared-key' };
const WEBHOOKS = {
  GITHUB: {
    path: '/api/v3/repos/acme/shop/hooks',
    change: 'PATCH /api/v3/repos/acme/shop/hooks/9',
    body: {
      active: true,
      events: ['push', 'pull_request'],
      config: { ...WEBHOOK, content_type: 'json', insecure_ssl: '0' },
    },
    onlyNew: { name: 'web' },
  },
  GITEA: {
    path: '/api/v1/repos/acme/shop/hooks',
    change: 'PATCH /api/v1/repos/acme/shop/hooks/9',
    body: {
      active: true,
      events: ['push', 'pull_request', 'pull_request_sync'],
      config: { ...WEBHOOK, content_type: 'json' },
    },
    onlyNew: { type: 'gitea' },
  },
  GITLAB: {
    path: '/api/v4/projects/acme%2Fshop/hooks',
    change: 'PUT /api/v4/projects/acme%2Fshop/hooks/9',
    body: {
      url: WEBHOOK.url,
      token: WEBHOOK.secret,
      push_events: true,
      merge_requests_events: true,
      enable_ssl_verification: true,
    },
    onlyNew: {},
  },
  BITBUCKET: {
    path: '/2.0/repositories/acme/shop/hooks',
    change: 'PUT /2.0/repositories/acme/shop/hooks/%7B9%7D',
    body: {
      ...WEBHOOK,
      description: 'Atrium',
      active: true,
      events: ['repo:push', 'pullrequest:created', 'pullrequest:updated'],
    },
    onlyNew: {},
  },
} as const;

test.each(GitHostKind.options)('%s has one webhook for an address, and keeps the others', async (kind) => {
  const host = await startHost(kind);
  const other = { id: 8, url: 'https://ci.example.com/hook', secret: 'other', body: {} };
  host.webhooks.push(other);
  const repository = open(kind, host);
  const { path, change, body, onlyNew } = WEBHOOKS[kind];
  await repository.setWebhook(WEBHOOK);
  const writes = () => host.sent.filter(({ call }) => !call.startsWith('GET'));
  expect(writes()).toEqual([
    {
      call: `POST ${path}`,
      authorization: EXPECTED[kind].authorization,
      body: { ...onlyNew, ...body },
    },
  ]);

  host.webhooks = [other, { id: 9, url: WEBHOOK.url, secret: 'former', body: {} }];
  host.sent.length = 0;
  await repository.setWebhook(WEBHOOK);
  expect(writes()).toMatchObject([{ call: change, body }]);
  expect(host.webhooks).toMatchObject([other, { id: 9, ...WEBHOOK }]);
});

test('the reason why a host adds no webhook contains neither secret', async () => {
  const host = await startHost('GITHUB');
  const set = () => open('GITHUB', host).setWebhook(WEBHOOK);
  const errors = [{ message: "url isn't reachable over the public Internet" }];
  host.refuseNew = () => ({ status: 422, body: { message: 'Validation Failed', errors } });
  await expect(set()).rejects.toThrow("GitHub adds no webhook: url isn't reachable over the public Internet");
  for (const message of [`no ${WEBHOOK.secret}`, 'no token-1']) {
    host.refuseNew = () => ({ status: 422, body: { message } });
    await expect(set()).rejects.toThrow(
      'GitHub adds no webhook: The API of GitHub answered with status 422.',
    );
  }
});

test('a comment of a person who quotes the report is left alone', async () => {
  const host = await startHost('GITHUB');
  const repository = open('GITHUB', host);
  await repository.writeComment(12, MARKER, 'Tests run');
  host.addFirst(`> Tests run\n> \n> ${MARKER}\n\nWhy?`);
  host.addFirst(`> Tests run\n> \n> ${MARKER}`);
  await repository.writeComment(12, MARKER, 'All tests pass');
  expect(host.sent.at(-1)?.call).toBe(EXPECTED.GITHUB.change);
});

test('refusals are explained without the response', async () => {
  const host = await startHost('GITHUB');
  const set = () => open('GITHUB', host).setStatus(COMMIT, STATUS);
  const refused = async (status: number, headers = {}) => {
    host.refusal = { status, headers };
    return set().catch((error: unknown) => error);
  };
  expect(await refused(401)).toMatchObject({
    message: 'GitHub refused the token. Enter a new one in the connection.',
  });
  expect(await refused(403)).toMatchObject({ message: /may not do this at GitHub/ });
  expect(await refused(403, { 'x-ratelimit-remaining': '0' })).toMatchObject({
    message: /answers no more calls/,
  });
  expect(await refused(404)).toMatchObject({ message: /no such repository/ });
  expect(await refused(502)).toMatchObject({ message: /status 502/ });
  expect(await refused(302, { location: 'http://127.0.0.1/' })).toMatchObject({ message: /status 302/ });
  host.refusal = undefined;
  await expect(open('BITBUCKET', host).writeComment(12, MARKER, 'Tests run')).rejects.toThrow(
    'The API of Bitbucket sent an unexpected response.',
  );
});

test('addresses inside and hosts that are not allowed are never called', async () => {
  const host = await startHost('GITEA');
  const access = { kind: 'GITEA', gitUrl: host.gitUrl, username: 'ada', password: 'token-1' } as const;
  const set = (policy: { allowPrivate: boolean; hosts?: string[] }) =>
    createGitHosts(policy).open(access).setStatus(COMMIT, STATUS);
  await expect(set({ allowPrivate: false })).rejects.toMatchObject({
    message: 'The API of Gitea cannot be reached.',
  });
  await expect(set({ allowPrivate: true, hosts: ['git.example.com'] })).rejects.toThrow('cannot be reached');
  expect(host.sent).toEqual([]);
});
