import { Writable } from 'node:stream';
import { searchLog } from '@atrium/contract/audit/log';
import { listBackups } from '@atrium/contract/configuration/backups';
import { listBranches } from '@atrium/contract/configuration/branches';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { cancelOperation, getProgress, listProgress } from '@atrium/contract/configuration/progress';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { createAddressGuard } from '@atrium/host/outbound/address-guard';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { SERVICE, startConfigurationWorld } from '../../../test/configuration-world.ts';
import { listGitProcesses } from '../../../test/git-processes.ts';
import { commitFiles } from '../../../test/git-repository.ts';
import { startGitServer } from '../../../test/git-server.ts';
import { countWaitingForLocks, whileLocked } from '../../../test/locked-table.ts';
import { gitLimits } from '../../providers/git/git-limits.ts';

vi.setConfig({ testTimeout: 90_000 });

const SECRET = 'never-to-be-seen-7f3a';

test('credentials reach neither database nor log, whether the work succeeds or fails', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  await using world = await startConfigurationWorld({}, { log: pino({ level: 'trace' }, sink) });
  const { server, caller } = world;
  await world.repositoryOfLive('shop');
  const good = world.gitRequest('shop');
  const id = crypto.randomUUID();
  const { uuid } = await server.call(pull, { body: { ...good, progress: id } }, { as: caller });
  await expect
    .poll(() => server.call(getLastCommits, { params: { uuid } }, { as: caller }), { timeout: 60_000 })
    .toMatchObject({ state: 'COMPLETE' });
  await server.call(push, { body: good }, { as: caller });
  await server.call(previewPush, { body: { ...good, branch: 'copy' } }, { as: caller });
  await server.call(push, { body: { ...good, branch: 'copy' } }, { as: caller });
  const bad = { ...good, password: SECRET };
  for (const endpoint of [listBranches, pull, previewPush, push]) {
    const refused = await server.request(endpoint, { body: bad }, { as: caller });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).not.toContain(SECRET);
  }
  const inUrl = { ...bad, gitUrl: good.gitUrl.replace('//', `//ada:${SECRET}@`) };
  const refused = await server.request(pull, { body: inUrl }, { as: caller });
  expect(refused.body).not.toContain(SECRET);

  for (const secret of [SECRET, good.password]) {
    expect(lines.join('').includes(secret)).toBe(false);
    expect(await tablesWith(server.context.db, secret)).toEqual([]);
  }
});

/** Tables of any schema that hold a text anywhere. */
async function tablesWith(
  db: Parameters<ReturnType<typeof sql>['execute']>[0],
  text: string,
): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    const row =
      await sql`select 1 from ${sql.table(`${schema}.${name}`)} as t where t::text like ${`%${text}%`} limit 1`.execute(
        db,
      );
    if (row.rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

test.each([253_402_300_800, 9_000_000_000_000_000])('a commit dated %d breaks no pull', async (at) => {
  await using world = await startConfigurationWorld();
  const { server, caller } = world;
  const folder = await world.repositoryOfLive('future');
  await commitFiles(folder, { [`${SERVICE}/functions/later.js`]: '1;\n' }, { at });
  const { uuid } = await server.call(pull, { body: world.gitRequest('future') }, { as: caller });
  await expect
    .poll(() => server.call(getLastCommits, { params: { uuid } }, { as: caller }), { timeout: 60_000 })
    .toMatchObject({ state: 'COMPLETE' });
  const found = await server.request(getPull, { params: { uuid } }, { as: caller });
  expect(found.statusCode).toBe(200);
  expect(found.body).toContain('"lastModified":"9999-12-31T23:59:59.000Z"');
});

test('pulls beyond those that may run wait, say so, and can be canceled', async () => {
  const pulls = { permits: 4, permitsPerKey: 1, maxWaiting: 1 };
  await using world = await startConfigurationWorld({ limits: { ...gitLimits, pulls } });
  await using silent = await startGitServer(() => true);
  const { server, caller } = world;
  const start = (id: string, gitUrl: string) =>
    server.request(pull, { body: { ...world.gitRequest('shop'), gitUrl, progress: id } }, { as: caller });
  const phaseOf = async (id: string) => {
    const answer = await server.request(getProgress, { params: { id } }, { as: caller });
    return answer.json<{ phase?: string }>().phase;
  };
  const [hanging, canceled, next] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const first = start(hanging, silent.url('x'));
  await expect.poll(() => phaseOf(hanging), { timeout: 20_000 }).toBe('CONNECT');
  await world.repositoryOfLive('shop');
  const second = start(canceled, world.remote.url('shop'));
  await expect.poll(() => phaseOf(canceled), { timeout: 20_000 }).toBe('WAIT');
  expect((await start(crypto.randomUUID(), world.remote.url('shop'))).json()).toMatchObject({
    message: 'Too many pulls are already waiting. Please try again later.',
  });
  await server.call(cancelOperation, { params: { id: canceled } }, { as: caller });
  expect((await second).json()).toMatchObject({ message: 'Canceled.' });

  const third = start(next, world.remote.url('shop'));
  await expect.poll(() => phaseOf(next), { timeout: 20_000 }).toBe('WAIT');
  await server.call(cancelOperation, { params: { id: hanging } }, { as: caller });
  expect((await first).statusCode).toBe(422);
  expect((await third).statusCode).toBe(200);
});

test('a pull can be watched and canceled, and leaves nothing running', async () => {
  await using world = await startConfigurationWorld();
  await using silent = await startGitServer(() => true);
  const { server, caller } = world;
  const id = crypto.randomUUID();
  const body = { ...world.gitRequest('x'), gitUrl: silent.url('x'), progress: id };
  const pulling = server.request(pull, { body }, { as: caller });
  await expect
    .poll(async () => (await listGitProcesses(server.dataFolder)).length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  const progress = await server.call(getProgress, { params: { id } }, { as: caller });
  expect(progress).toMatchObject({ kind: 'PULL', state: 'RUNNING', phase: 'CONNECT' });
  await server.call(cancelOperation, { params: { id } }, { as: caller });
  const answer = await pulling;
  expect(answer.statusCode).toBe(422);
  expect(answer.json().message).toBe('Canceled.');
  expect(await listGitProcesses(server.dataFolder)).toEqual([]);
  const { operations } = await server.call(listProgress, {}, { as: caller });
  expect(operations).toMatchObject([{ id, state: 'CANCELED' }]);
});

test('whoever leaves a pull finds it again by its id; without one it ends with its request', async () => {
  await using world = await startConfigurationWorld();
  await using silent = await startGitServer(() => true);
  const { server, caller } = world;
  const { token } = await server.context.tokens.issueAccessToken(caller);
  /** Over a real connection, which is cut once git asks the remote. */
  async function leave(progress?: string): Promise<void> {
    const leaving = new AbortController();
    const before = silent.requests.length;
    const sent = fetch(server.context.publicUrl.get() + pull.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ ...world.gitRequest('x'), gitUrl: silent.url('x'), progress }),
      signal: leaving.signal,
    }).catch(() => 'left');
    await expect.poll(() => silent.requests.length, { timeout: 60_000 }).toBeGreaterThan(before);
    leaving.abort();
    expect(await sent).toBe('left');
  }
  const processes = async () => (await listGitProcesses(server.dataFolder)).length;
  await leave();
  await expect.poll(processes, { timeout: 60_000 }).toBe(0);

  const id = crypto.randomUUID();
  await leave(id);
  const connections = () =>
    new Promise<number>((resolve) => server.app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { timeout: 30_000 }).toBe(0);
  const state = async () => (await server.call(getProgress, { params: { id } }, { as: caller })).state;
  expect(await state()).toBe('RUNNING');
  expect(await processes()).toBeGreaterThan(0);
  // A stop of the platform ends it, and says so.
  await server.context.configuration.settle();
  expect(await processes()).toBe(0);
  expect(await server.call(getProgress, { params: { id } }, { as: caller })).toMatchObject({
    state: 'FAILED',
    error: 'It was interrupted. Please start it again.',
  });
});

test('a host name that comes to mean a private address is not followed there', async () => {
  let hasMoved = false;
  const strict = createAddressGuard({ allowPrivate: false, resolveHost: async () => ['127.0.0.1'] });
  await using world = await startConfigurationWorld({
    // Treats the git server as public, until the name resolves to another address.
    guard: {
      check: async (host, port) =>
        hasMoved ? strict.check(host, port) : { address: '127.0.0.1', isPublic: false },
    },
  });
  const { server, caller, remote } = world;
  await world.repositoryOfLive('moving');
  const gitUrl = remote.url('moving').replace('127.0.0.1', 'moving.invalid');
  const body = { ...world.gitRequest('moving'), gitUrl };
  const { uuid } = await server.call(pull, { body }, { as: caller });
  await expect
    .poll(() => server.call(getLastCommits, { params: { uuid } }, { as: caller }), { timeout: 60_000 })
    .toMatchObject({ state: 'COMPLETE', contents: 'COMPLETE' });
  hasMoved = true;
  const before = remote.requests.length;
  for (const endpoint of [listBranches, pull, previewPush, push]) {
    const refused = await server.request(endpoint, { body }, { as: caller });
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'The git host cannot be reached.']);
  }
  expect(remote.requests.length).toBe(before);
});

test('a client that leaves in the middle of a submit: nothing of it, or all of it', async () => {
  await using world = await startConfigurationWorld();
  const { server, caller } = world;
  const folder = await world.repositoryOfLive('leaving');
  await commitFiles(folder, { [`${SERVICE}/functions/left.js`]: '1;\n' });
  const { uuid } = await server.call(pull, { body: world.gitRequest('leaving') }, { as: caller });
  const source = { uuid, serviceId: SERVICE, fileName: 'left.js', folderName: 'functions' };
  await server.call(readRemoteFile, { body: source }, { as: caller });
  const baseVersion = await world.liveVersion();
  const folders = [{ name: 'functions', files: [{ name: 'left.js', action: 'remote' as const }] }];
  const { token } = await server.context.tokens.issueAccessToken(caller);
  const { db } = server.context;

  /** Sends the submit over a real connection, and cuts that when the server waits for the table. */
  async function leaveWhileWaiting(message: string): Promise<void> {
    const leaving = new AbortController();
    const sent = fetch(server.context.publicUrl.get() + confirmPull.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ uuid, serviceId: SERVICE, baseVersion, folders, message }),
      signal: leaving.signal,
    }).then(
      () => 'answered',
      () => 'left',
    );
    await expect.poll(() => countWaitingForLocks(db), { timeout: 30_000 }).toBeGreaterThan(0);
    const connections = () =>
      new Promise<number>((resolve) => server.app.server.getConnections((_, count) => resolve(count)));
    const open = await connections();
    leaving.abort();
    expect(await sent).toBe('left');
    await expect.poll(connections, { timeout: 30_000 }).toBeLessThan(open);
  }

  // Left while the contents were read: nothing. Left once it is submitted: all of it.
  const early = () => leaveWhileWaiting('early');
  await whileLocked(server.connection, 'remoteContents', early, 'access exclusive');
  await whileLocked(server.connection, 'backups', () => leaveWhileWaiting('late'));
  await expect.poll(() => world.liveVersion(), { timeout: 30_000 }).toBe(baseVersion + 1);
  expect(await world.liveContent('functions/left.js')).toBe('1;\n');
  const confirmed = async () => {
    const read = await server.call(getPull, { params: { uuid }, query: {} }, { as: caller });
    return read.services.find(({ serviceId }) => serviceId === SERVICE)?.confirmedVersion;
  };
  await expect.poll(confirmed, { timeout: 30_000 }).toBe(baseVersion + 1);
  const { content } = await server.call(listBackups, { body: {} }, { as: caller });
  expect(content.map(({ message, importedVersion }) => [message, importedVersion])).toEqual([
    ['late', baseVersion + 1],
  ]);
  // Had the early one gone on, one of the two would have found that the live version moved.
  const { logs } = await server.call(
    searchLog,
    { body: { startAt: '2020-01-01T00:00:00.000Z' } },
    { as: caller },
  );
  expect(logs.filter(({ action }) => action.endsWith('-failed'))).toEqual([]);
});
