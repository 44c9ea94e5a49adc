import { generateKeyPairSync } from 'node:crypto';
import { pull } from '@atrium/contract/configuration/pull';
import { testConnection } from '@atrium/contract/connections/connections';
import {
  connectOffered,
  finishGitApp,
  listOfferedRepositories,
  startGitApp,
} from '@atrium/contract/connections/git-apps';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { commitFiles } from '../../test/git-repository.ts';
import { buildGitHubHost, GITHUB_APP } from '../../test/github-host.ts';
import type { Caller } from '../http/caller.ts';

vi.setConfig({ testTimeout: 60_000 });

const host = buildGitHubHost();
const { publicKey } = host;
const logged: string[] = [];
let world: ConfigurationWorld;
let as: { as: Caller };

const [READER, WRITER] = [
  { pull: true, push: false, admin: false },
  { pull: true, push: true, admin: false },
];
const SHOP = { id: 11, path: 'team/shop', permissions: { ada: WRITER, robin: READER } };
const TEAM = { id: 1, owner: 'team', isSuspended: false, repositories: [SHOP] };
const MANY = Array.from({ length: 230 }, (_, index) => ({
  id: 1000 + index,
  path: `big/part-${index}`,
  permissions: { ada: WRITER },
}));

beforeAll(async () => {
  world = await startConfigurationWorld(
    {},
    {
      log: pino({ level: 'trace' }, { write: (line) => logged.push(line) }),
      intercept: host.intercept,
      configOf: ({ origin: url }) => ({ gitApps: [{ ...GITHUB_APP, url }] }),
    },
  );
  as = { as: world.caller };
  const repository = await world.remote.createRepository('team/shop');
  await commitFiles(repository, { [`${SERVICE}/functions/shop.js`]: 'export default () => 1;\n' });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  host.lifetimeSeconds = 3600;
  host.publicKey = publicKey;
  host.installations = [
    structuredClone(TEAM),
    {
      id: 2,
      owner: 'eve',
      isSuspended: false,
      repositories: [{ ...SHOP, id: 21, path: 'eve/own', permissions: { eve: WRITER } }],
    },
    { id: 3, owner: 'big', isSuspended: false, repositories: MANY },
  ];
});

async function visit(login: string, connectionId?: string): Promise<string> {
  const { url } = await world.server.call(
    startGitApp,
    { params: { kind: 'GITHUB' }, body: { connectionId } },
    as,
  );
  return host.allow(url, login);
}

async function allow(login = 'ada', more = ''): Promise<string> {
  const query = (await visit(login)) + more;
  const { grantId } = await world.server.call(finishGitApp, { body: { query } }, as);
  return grantId ?? '';
}

let count = 0;
async function connect(login = 'ada', repository = 'team/shop') {
  count += 1;
  const params = { id: await allow(login) };
  const body = { name: `shop ${count}`, repository };
  return world.server.call(connectOffered, { params, body }, as);
}

const tokenOf = async (id: string) => {
  const { connection } = await world.server.context.connections.open(world.caller.domainId, id);
  return 'password' in connection ? connection.password : '';
};
const tried = (id: string) => world.server.call(testConnection, { params: { id } }, as);

test('a person chooses a repository of an installation, and git gets short tokens for it alone', async () => {
  const params = { id: await allow('ada', '&installation_id=2&setup_action=install') };
  const list = (search: string) =>
    world.server.call(listOfferedRepositories, { params, query: { search } }, as);
  const all = await list('');
  expect(all).toMatchObject({
    account: 'ada',
    isCut: true,
    installUrl: `${world.remote.origin}/github-apps/atrium-test/installations/new`,
  });
  expect(all.repositories[0]).toEqual({
    path: 'team/shop',
    gitUrl: `${world.remote.origin}/team/shop.git`,
    defaultBranch: 'main',
  });
  expect((await list('part-229')).repositories.map(({ path }) => path)).toEqual(['big/part-229']);
  expect((await list('eve')).repositories).toEqual([]);

  const connection = await connect();
  expect(connection).toMatchObject({ kind: 'app', app: 'GITHUB', username: 'ada' });
  expect(await tried(connection.id)).toMatchObject({ read: { isAllowed: true }, write: { isAllowed: true } });
  expect(await world.server.call(pull, { body: { connectionId: connection.id } }, as)).toMatchObject({
    branch: 'main',
  });
  expect(host.tokenCalls).toEqual([
    {
      repository_ids: [11],
      permissions: { contents: 'write', statuses: 'write', pull_requests: 'write' },
    },
  ]);
  // The person's own token is not kept.
  const { db, secrets } = world.server.context;
  const { secret } = await db
    .selectFrom('connections')
    .select('secret')
    .where('id', '=', connection.id)
    .executeTakeFirstOrThrow();
  const access = secrets.unseal({ column: 'connections.secret', row: connection.id }, secret);
  expect(JSON.parse(access)).toEqual({ installationId: 1, repositoryId: 11, mayPush: true });
});

test('a person who may only read there only reads here', async () => {
  const { id } = await connect('robin');
  expect(await tried(id)).toMatchObject({ read: { isAllowed: true }, write: { isAllowed: false } });
  expect(host.tokenCalls.at(-1)).toEqual({ repository_ids: [11], permissions: { contents: 'read' } });
});

test('no one chooses a repository that is not theirs, whatever installation the address names', async () => {
  for (const more of ['', '&installation_id=1&setup_action=install']) {
    const params = { id: await allow('eve', more) };
    const { repositories } = await world.server.call(listOfferedRepositories, { params, query: {} }, as);
    expect(repositories.map(({ path }) => path)).toEqual(['eve/own']);
    const body = { name: 'theirs', repository: 'team/shop' };
    const refused = await world.server.request(connectOffered, { params, body }, as);
    expect(refused.json()).toMatchObject({
      status: 422,
      message: 'eve cannot use team/shop at GitHub, or it no longer exists.',
    });
  }
  const guessed = new URLSearchParams(await visit('ada'));
  guessed.set('code', 'guessed');
  const refused = await world.server.request(finishGitApp, { body: { query: `?${guessed.toString()}` } }, as);
  expect(refused.json()).toMatchObject({
    message: 'GitHub no longer accepts this response. Please connect again.',
  });
});

test('a wrong client secret is the matter of the operator', async () => {
  const { clientSecret } = GITHUB_APP;
  GITHUB_APP.clientSecret = 'another one since';
  onTestFinished(() => void (GITHUB_APP.clientSecret = clientSecret));
  const refused = await world.server.request(finishGitApp, { body: { query: await visit('ada') } }, as);
  expect(refused.json()).toMatchObject({
    status: 422,
    message: expect.stringContaining('Tell its operator.'),
  });
});

test('a token is used again until shortly before its end, and replaced if GitHub refuses it', async () => {
  await world.remote.createRepository('big/part-1');
  const { id } = await connect('ada', 'big/part-1');
  host.lifetimeSeconds = 300;
  const short = await tokenOf(id);
  host.lifetimeSeconds = 3600;
  const long = await tokenOf(id);
  expect(long).not.toBe(short);
  expect(await tokenOf(id)).toBe(long);
  host.forgetTokens();
  expect((await tried(id)).read).toEqual({
    isAllowed: false,
    reason: 'The access was revoked at GitHub. Connect again.',
  });
  expect((await tried(id)).read.isAllowed).toBe(true);
});

test('what GitHub no longer gives is named, and given again', async () => {
  const { id } = await connect();
  const { gitSync } = world.server.context;
  const problem = async () => {
    host.forgetTokens();
    await tried(id).catch(() => undefined);
    return (await gitSync.states.refresh(world.caller, id)).problem;
  };
  expect(await problem()).toBeNull();
  const [team, ...others] = host.installations;
  host.installations = others;
  expect(await problem()).toBe('The access was revoked at GitHub. Connect again.');
  if (team === undefined) throw new Error('the team has an installation');
  host.installations = [{ ...team, isSuspended: true }];
  expect(await problem()).toMatch(/has suspended the app/);
  host.installations = [{ ...team, repositories: [] }];
  expect(await problem()).toMatch(/may no longer use this repository/);
  host.installations = [team];
  host.publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  expect(await problem()).toMatch(/does not accept the app ID or the private key/);
  host.publicKey = publicKey;
  // Installed anew: the connection has to learn the new installation.
  host.installations = [{ ...team, id: 9 }];
  expect(await problem()).toMatch(/revoked/);
  const query = await visit('ada', id);
  expect(await world.server.call(finishGitApp, { body: { query } }, as)).toEqual({
    grantId: null,
    connectionId: id,
  });
  expect(await problem()).toBeNull();
});

test('no token, key, code or secret was logged or written into an address', () => {
  expect(logged.length).toBeGreaterThan(10);
  for (const each of [logged, host.calls, world.remote.requests])
    for (const secret of host.secrets) expect(JSON.stringify(each)).not.toContain(secret);
});
