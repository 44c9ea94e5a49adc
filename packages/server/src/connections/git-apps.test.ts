import { pull } from '@atrium/contract/configuration/pull';
import { getAutomation, updateAutomation } from '@atrium/contract/connections/automation';
import {
  type AppKind,
  createConnection,
  listConnections,
  testConnection,
  updateConnection,
} from '@atrium/contract/connections/connections';
import {
  connectOffered,
  finishGitApp,
  listGitApps,
  listOfferedRepositories,
  startGitApp,
} from '@atrium/contract/connections/git-apps';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../test/factories.ts';
import { commitFiles } from '../../test/git-repository.ts';
import { countWaitingForLocks } from '../../test/locked-table.ts';
import { buildOAuthHost, OAUTH_CLIENT } from '../../test/oauth-host.ts';
import { inSession } from '../../test/page-grants.ts';
import type { Caller } from '../http/caller.ts';
import { createGitHosts } from '../providers/git-hosts/git-host.ts';

vi.setConfig({ testTimeout: 60_000 });

const host = buildOAuthHost();
const logged: string[] = [];
let world: ConfigurationWorld;
let as: { as: Caller };

beforeAll(async () => {
  world = await startConfigurationWorld(
    {},
    {
      log: pino({ level: 'trace' }, { write: (line) => logged.push(line) }),
      intercept: host.intercept,
      configOf: ({ origin: url }) => ({
        gitApps: [
          { kind: 'GITLAB', url, ...OAUTH_CLIENT },
          { kind: 'GITEA', url, ...OAUTH_CLIENT },
        ],
      }),
    },
  );
  as = { as: world.caller };
  host.accounts.set('ada', ['team/shop', 'team/stock', 'ada/empty']);
  host.accounts.set('eve', ['eve/own']);
  const repository = await world.remote.createRepository('team/shop');
  await commitFiles(repository, { [`${SERVICE}/functions/shop.js`]: 'export default () => 1;\n' });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  host.lifetimeSeconds = 7200;
  host.failure = undefined;
  host.held = undefined;
});

interface Way {
  login?: string;
  caller?: Caller;
  connectionId?: string;
}

/** To the host, and back with the query. */
async function visit(kind: AppKind, { login = 'ada', caller = world.caller, connectionId }: Way = {}) {
  const { url } = await world.server.call(
    startGitApp,
    { params: { kind }, body: { connectionId } },
    { as: caller },
  );
  return { url, query: host.allow(url, login) };
}

const finish = (query: string, caller = world.caller) =>
  world.server.request(finishGitApp, { body: { query } }, { as: caller });

async function allow(kind: AppKind, way: Way = {}): Promise<string> {
  const { query } = await visit(kind, way);
  const { grantId } = await world.server.call(
    finishGitApp,
    { body: { query } },
    { as: way.caller ?? world.caller },
  );
  return grantId ?? '';
}

let count = 0;
async function connect(kind: AppKind, grantId?: string) {
  count += 1;
  const params = { id: grantId ?? (await allow(kind)) };
  const body = { name: `${kind} ${count}`, repository: 'team/shop' };
  return world.server.call(connectOffered, { params, body }, as);
}

const open = (id: string) => world.server.context.connections.open(world.caller.domainId, id);
const tokenOf = async (id: string) => {
  const { connection } = await open(id);
  return 'password' in connection ? connection.password : '';
};
const tried = (id: string) => world.server.call(testConnection, { params: { id } }, as);
const messageOf = async (response: ReturnType<typeof finish>) => (await response).json().message as string;

const NAMES = { GITLAB: 'GitLab', GITEA: 'Gitea' };

describe.each(['GITLAB', 'GITEA'] as const)('%s', (kind) => {
  test('a person allows the access, chooses a repository, and git uses it', async () => {
    const { apps } = await world.server.call(listGitApps, {}, as);
    const { host: name } = new URL(world.remote.origin);
    expect(apps).toContainEqual({ kind, name: NAMES[kind], host: name });
    const { url, query } = await visit(kind);
    const callback = `${world.server.context.publicUrl.get()}/console/changes/connect`;
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(callback);
    const { grantId } = await world.server.call(finishGitApp, { body: { query } }, as);
    const params = { id: grantId ?? '' };
    const list = (search: string) =>
      world.server.call(listOfferedRepositories, { params, query: { search } }, as);
    expect(await list('')).toMatchObject({ account: 'ada', isCut: false, installUrl: null });
    const paths = async (search: string) => (await list(search)).repositories.map(({ path }) => path);
    expect(await paths('')).toEqual(['team/shop', 'team/stock', 'ada/empty']);
    expect(await paths('sto')).toEqual(['team/stock']);
    expect(await paths('team/sh')).toEqual(['team/shop']);
    expect(await paths('nothing')).toEqual([]);

    for (const path of [
      '..',
      'team/..',
      '../user',
      'team//shop',
      '/team/shop',
      'team/shop?x',
      'team%2Fshop',
    ]) {
      const odd = { params, body: { name: 'odd', repository: path } };
      expect((await world.server.request(connectOffered, odd, as)).statusCode, path).toBe(400);
    }
    const missing = { params, body: { name: 'other', repository: 'eve/own' } };
    const refused = await world.server.request(connectOffered, missing, as);
    expect(refused.json()).toMatchObject({
      status: 422,
      message: `ada cannot use eve/own at ${NAMES[kind]}, or it no longer exists.`,
    });
    const connection = await connect(kind, grantId ?? '');
    // Never the address that the host states.
    const gitUrl = `${world.remote.origin}/team/shop.git`;
    expect(connection).toMatchObject({ kind: 'app', app: kind, username: 'ada', gitUrl, publicKey: null });
    expect(await tried(connection.id)).toMatchObject({
      read: { isAllowed: true },
      write: { isAllowed: true },
      branches: ['main'],
    });
    const pulled = await world.server.call(pull, { body: { connectionId: connection.id } }, as);
    expect(pulled).toMatchObject({ gitUrl, branch: 'main' });

    const automation = await world.server.call(getAutomation, { params: { id: connection.id } }, as);
    expect(automation.knownHost).toBe(kind);
    const { connection: opened } = await open(connection.id);
    if (!('password' in opened)) throw new Error('an app signs in with a token');
    const hosts = createGitHosts({ allowPrivate: true });
    await hosts
      .open({ ...opened, kind })
      .setStatus('a'.repeat(40), { state: 'success', description: 'Good', url: 'https://atrium.example' });
    expect(host.calls.at(-1)).toMatch(/^POST \/api\/v\d\/.*statuses/);
  });

  test('of many uses at once, one renews the access, and a used refresh token is never sent again', async () => {
    host.lifetimeSeconds = 300;
    const { id } = await connect(kind);
    host.lifetimeSeconds = 7200;
    const before = host.refreshes;
    const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenOf(id)));
    expect(host.refreshes).toBe(before + 1);
    expect(new Set(tokens).size).toBe(1);
    expect(await tokenOf(id)).toBe(tokens[0]);
    expect((await tried(id)).read.isAllowed).toBe(true);
  });

  test('a change of the connection during a renewal keeps the renewed access', async () => {
    host.lifetimeSeconds = 300;
    const { id, name, gitUrl } = await connect(kind);
    host.lifetimeSeconds = 7200;
    const answered = Promise.withResolvers<void>();
    host.held = answered.promise;
    const renewed = tokenOf(id);
    await vi.waitFor(() => expect(host.calls.at(-1)).toMatch(/^POST .*token$/), 5000);
    const body = { name, gitUrl, folder: 'config' };
    const changed = world.server.call(updateConnection, { params: { id }, body }, as);
    const { db } = world.server.context;
    await vi.waitFor(async () => expect(await countWaitingForLocks(db)).toBe(1), 5000);
    answered.resolve();
    expect(await changed).toMatchObject({ folder: 'config' });
    expect(await tokenOf(id)).toBe(await renewed);
  });

  test('a failure of the host uses nothing up, and is no revocation', async () => {
    host.lifetimeSeconds = 300;
    const { id } = await connect(kind);
    for (const failure of [429, 500, 503]) {
      host.failure = failure;
      await expect(open(id)).rejects.toThrow(
        `${NAMES[kind]} cannot be reached. Please try again in a moment.`,
      );
    }
    for (const failure of [200, 400, 404]) {
      host.failure = failure;
      await expect(open(id)).rejects.toThrow(`${NAMES[kind]} sent an unexpected response.`);
    }
    host.failure = undefined;
    expect(await tokenOf(id)).not.toBe('');
  });

  test('a revoked access is named, at once and once it has expired, and given again', async () => {
    const { id } = await connect(kind);
    const state = () => world.server.context.gitSync.states.refresh(world.caller, id);
    expect((await state()).unknownSince).toBeNull();
    host.revoke('ada');
    const message = `The access was revoked at ${NAMES[kind]}. Connect again.`;
    expect(await tried(id)).toMatchObject({ read: { isAllowed: false, reason: message } });
    expect(await state()).toMatchObject({ problem: message, unknownSince: expect.any(String) });
    await expect(open(id)).rejects.toThrow(message);
    expect(await tried(id)).toMatchObject({ read: { isAllowed: false, reason: message } });

    const other = await visit(kind, { connectionId: id, login: 'eve' });
    expect(await messageOf(finish(other.query))).toBe(
      `eve cannot use team/shop at ${NAMES[kind]}, or it no longer exists.`,
    );
    const { query } = await visit(kind, { connectionId: id });
    const done = await world.server.call(finishGitApp, { body: { query } }, as);
    expect(done).toEqual({ grantId: null, connectionId: id });
    expect((await tried(id)).read.isAllowed).toBe(true);
    expect(await state()).toMatchObject({ problem: null, unknownSince: null });
  });

  test('a report with a revoked access is a failed try, and arrives when it is given again', async () => {
    host.lifetimeSeconds = 300;
    const { id } = await connect(kind);
    host.lifetimeSeconds = 7200;
    await world.server.call(updateAutomation, { params: { id }, body: { reportTo: kind } }, as);
    const { db, jobs, gitSync, outbox } = world.server.context;
    const { domainId } = world.caller;
    const request = { number: 4, title: 'More', branch: 'more', commitSha: 'b'.repeat(40), fork: null };
    await db
      .transaction()
      .execute((transaction) =>
        gitSync.pushes.beginRequest(transaction, { domainId, connectionId: id }, request),
      );
    host.revoke('ada');
    const [deliver] = outbox.bindJobs();
    await jobs.runDue(outbox.bindJobs());
    const [waiting] = await outbox.list(domainId, [id]);
    const error = `The access was revoked at ${NAMES[kind]}. Connect again.`;
    expect(waiting).toMatchObject({ status: 'WAITING', tries: 1, error });
    const { query } = await visit(kind, { connectionId: id });
    await world.server.call(finishGitApp, { body: { query } }, as);
    const run = { id: '', tryNumber: 0, signal: AbortSignal.timeout(30_000) };
    await deliver?.run({ id: waiting?.id, domainId }, run);
    expect((await outbox.list(domainId, [id]))[0]).toMatchObject({ status: 'DELIVERED', error: null });
  });

  test('a response of the host counts once, in the session that asked for it', async () => {
    const lost =
      'This took too long, was already completed or was started in another window. Please connect again.';
    const { query } = await visit(kind);
    const forged = new URLSearchParams(query);
    forged.set('state', 'x'.repeat(43));
    const stranger = await buildUser(world.server.context);
    const elsewhere = await inSession(world.server.context, world.caller);
    for (const [sent, caller] of [
      [`?${forged.toString()}`, world.caller],
      ['', world.caller],
      [query, stranger],
      [query, elsewhere],
    ] as const) {
      expect(await messageOf(finish(sent, caller))).toBe(lost);
    }
    expect((await finish(query)).statusCode).toBe(200);
    expect(await messageOf(finish(query))).toBe(lost);

    const denied = new URLSearchParams((await visit(kind)).query);
    const state = denied.get('state') ?? '';
    expect(await messageOf(finish(`?error=access_denied&state=${state}`))).toBe(
      `The access was not allowed at ${NAMES[kind]}.`,
    );
    const wrong = new URLSearchParams((await visit(kind)).query);
    wrong.set('code', 'guessed');
    expect(await messageOf(finish(`?${wrong.toString()}`))).toBe(
      `${NAMES[kind]} no longer accepts this response. Please connect again.`,
    );
    const key = await world.server.context.gitGrants
      .start({ ...world.caller, sessionId: null }, kind, undefined)
      .catch((error: Error) => error.message);
    expect(key).toMatch(/asks a person in a browser/);
  });

  test('one access is that of one connection', async () => {
    const id = await allow(kind);
    const asked = await Promise.all(
      ['one', 'two'].map((name) => {
        const body = { name: `${kind} ${name}`, repository: 'team/shop' };
        return world.server.request(connectOffered, { params: { id }, body }, as);
      }),
    );
    const statuses = asked.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
  });
});

test('an access is for its person and session only', async () => {
  const id = await allow('GITLAB');
  const connection = await connect('GITLAB');
  const { context } = world.server;
  const stranger = { as: await buildUser(context) };
  const colleague = { as: await buildChild(context, world.caller, ['configuration.exchange']) };
  const child = { as: await buildChild(context, world.caller, ['configuration.read']) };
  const elsewhere = { as: await inSession(context, world.caller) };
  for (const [who, status] of [
    [stranger, 404],
    [colleague, 404],
    [elsewhere, 404],
    [child, 403],
  ] as const) {
    const body = { name: 'theirs', repository: 'team/shop' };
    const asked = [
      await world.server.request(listOfferedRepositories, { params: { id } }, who),
      await world.server.request(connectOffered, { params: { id }, body }, who),
    ];
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([status, status]);
  }
  const again = { params: { kind: 'GITLAB' }, body: { connectionId: connection.id } };
  expect((await world.server.request(startGitApp, again, stranger)).statusCode).toBe(404);
  expect((await world.server.request(startGitApp, again, child)).statusCode).toBe(403);
  expect((await world.server.request(listGitApps, {}, child)).statusCode).toBe(200);
  const other = await world.server.request(startGitApp, { ...again, params: { kind: 'GITEA' } }, as);
  expect(other.json()).toMatchObject({ status: 422 });
  const absent = await world.server.request(startGitApp, { params: { kind: 'GITHUB' }, body: {} }, as);
  expect(absent.json()).toMatchObject({ status: 404, message: expect.stringContaining('not set up') });
});

test('the token goes to its host only: the address stays, and other hosts are refused', async () => {
  const { id, name } = await connect('GITEA');
  const update = (body: object) => world.server.request(updateConnection, { params: { id }, body }, as);
  const gitUrl = `${world.remote.origin}/team/shop.git`;
  expect((await update({ name, gitUrl, folder: 'config', defaultBranch: 'main' })).statusCode).toBe(200);
  expect((await update({ name, gitUrl: 'https://thief.example/team/shop.git' })).json()).toMatchObject({
    status: 400,
    errors: [{ field: 'gitUrl' }],
  });
  expect((await update({ name, gitUrl, username: 'ada', password: 'x' })).json()).toMatchObject({
    status: 400,
    errors: [{ field: 'username' }],
  });
  const made = { name: 'made up', kind: 'app', gitUrl };
  expect((await world.server.request(createConnection, { body: made }, as)).statusCode).toBe(400);
  // The operator sets up another host after that.
  const { db } = world.server.context;
  await db
    .updateTable('connections')
    .set({ gitUrl: 'https://former.example/a/b.git' })
    .where('id', '=', id)
    .execute();
  await expect(open(id)).rejects.toThrow('Connections with former.example are no longer set up');
});

test('expired accesses are forgotten', async () => {
  const { db, gitGrants } = world.server.context;
  const id = await allow('GITLAB');
  await db
    .updateTable('gitGrants')
    .set({ expiresOn: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect((await world.server.request(listOfferedRepositories, { params: { id } }, as)).statusCode).toBe(404);
  await gitGrants.forgetExpired();
  expect(await db.selectFrom('gitGrants').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('no token, code or secret was logged, stored in plain text, sent to the browser or written into an address', async () => {
  const { db } = world.server.context;
  const rows = [
    await db.selectFrom('connections').selectAll().execute(),
    await db.selectFrom('gitGrants').selectAll().execute(),
    await db.selectFrom('logEntries').selectAll().execute(),
  ];
  const shown = await world.server.call(listConnections, {}, as);
  const all = [logged, rows, shown, host.calls, world.remote.requests].map((each) => JSON.stringify(each));
  expect(logged.length).toBeGreaterThan(10);
  for (const text of all) for (const secret of host.secrets) expect(text).not.toContain(secret);
});
