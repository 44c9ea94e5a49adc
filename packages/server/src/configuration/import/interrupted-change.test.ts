import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { searchLog } from '@atrium/contract/audit/log';
import { listBackups } from '@atrium/contract/configuration/backups';
import { listBases, readBaseFile } from '@atrium/contract/configuration/bases';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { childEnvironment } from '@atrium/host/child-environment';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles } from '../../../test/git-repository.ts';
import { countWaitingForLocks, whileLocked } from '../../../test/locked-table.ts';
import { startScriptedService } from '../../../test/scripted-service.ts';
import { upsertOperation } from '../operation.repository.ts';
import { insertBackup, type OpenBackup } from '../versions/backup.repository.ts';
import { findExchange } from '../versions/exchange.repository.ts';
import { InterruptedChanges } from './interrupted-change.service.ts';

vi.setConfig({ testTimeout: 90_000 });

const PROGRAM = join(import.meta.dirname, '../../../test/submitting-process.ts');
const A_MINUTE_MS = 60_000;

let world: ConfigurationWorld;

beforeAll(async () => {
  world = await startConfigurationWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

/** A server process of its own, which does what is asked for. */
function begin(what: object, output: 'inherit' | 'ignore' = 'inherit'): ChildProcess {
  const { connection, dataFolder, context } = world.server;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, ...childEnvironment() },
    stdio: ['pipe', output, output],
  });
  child.stdin?.end(
    JSON.stringify({
      connection,
      dataFolder,
      servicesUrl: context.services.ownProcess,
      caller: world.caller,
      ...what,
    }),
  );
  return child;
}

/** Imports that began a minute ago, as one submission. */
async function openBackups(...changes: (Partial<OpenBackup> & Pick<OpenBackup, 'version'>)[]): Promise<void> {
  const { context } = world.server;
  const { domainId, userId } = world.caller;
  const key = { domainId, userId, id: context.random.id() };
  const attempt = await upsertOperation(context.db, {
    ...key,
    kind: 'SUBMIT',
    startedOn: context.clock.now(),
  });
  for (const { version, ...more } of changes)
    await insertBackup(context.db, { ...key, attempt: attempt ?? 0 }, { ...openBackup(version), ...more });
}

function openBackup(version: number): OpenBackup {
  const { context } = world.server;
  const { domainId, userId } = world.caller;
  return {
    id: context.random.id(),
    domainId,
    serviceId: SERVICE,
    backupKey: context.random.id(),
    version,
    importedVersion: null,
    userId,
    createdOn: new Date(context.clock.now().getTime() - A_MINUTE_MS),
    message: 'Cut off',
    commitSha: null,
    action: 'configuration.import',
    pullId: null,
    impersonatorId: null,
    pageServiceId: null,
    requestId: null,
    files: [],
    leftOut: [],
    undoneVersion: null,
    submissionId: null,
  };
}

/** A pull of two changed files, and the submit of both by such a process. */
async function beginSubmit(
  name: string,
  output?: 'ignore',
): Promise<{ child: ChildProcess; uuid: string; base: number }> {
  const { server, caller } = world;
  const folder = await world.repositoryOfLive(name);
  await commitFiles(folder, {
    [`${SERVICE}/functions/cut-a.js`]: `${name} a\n`,
    [`${SERVICE}/functions/cut-b.js`]: `${name} b\n`,
  });
  const { uuid } = await server.call(pull, { body: world.gitRequest(name) }, { as: caller });
  const source = { uuid, serviceId: SERVICE, fileName: 'cut-b.js', folderName: 'functions' };
  // The contents are here; what follows is the submit alone.
  await server.call(readRemoteFile, { body: source }, { as: caller });
  const base = await world.liveVersion();
  const files = ['cut-a.js', 'cut-b.js'].map((file) => ({ name: file, action: 'remote' }));
  const folders = [{ name: 'functions', files }];
  const request = { uuid, serviceId: SERVICE, baseVersion: base, folders, leftOut: ['functions/greet.js'] };
  return { child: begin({ request }, output), uuid, base };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const countOpen = async (): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from backups where imported_version is null`.execute(world.server.context.db);
  return Number(rows[0]?.count);
};

const waiting = () => countWaitingForLocks(world.server.context.db);

/** Runs the minute's job, `laterMs` from now. */
async function settle(laterMs: number): Promise<void> {
  const { context } = world.server;
  const now = () => new Date(context.clock.now().getTime() + laterMs);
  await new InterruptedChanges({
    ...context,
    ...context.configuration,
    git: undefined as never,
    clock: { now },
  }).settle();
}

async function logOf(action: string): Promise<string[]> {
  const body = { startAt: '2020-01-01T00:00:00.000Z', action };
  const { logs } = await world.server.call(searchLog, { body }, { as: world.caller });
  return logs.map(({ message }) => message);
}

test('killed after the service made the version: it is logged, backed up and exchanged all the same', async () => {
  const { child, uuid, base } = await beginSubmit('made');
  await whileLocked(world.server.connection, 'logEntries', async () => {
    await expect.poll(() => world.liveVersion(), { timeout: 30_000 }).toBe(base + 1);
    await kill(child);
  });
  expect(await world.liveContent('functions/cut-a.js')).toBe('made a\n');
  expect(await world.liveContent('functions/cut-b.js')).toBe('made b\n');
  expect(await countOpen()).toBe(1);
  expect(await logOf('configuration.import')).toEqual([]);

  await Promise.all([settle(A_MINUTE_MS), settle(A_MINUTE_MS)]);
  expect(await countOpen()).toBe(0);
  expect(await logOf('configuration.import')).toEqual([
    expect.stringMatching(/^hyper-dispatch: Pulled main at .* \(noted later: .*interrupted\)$/),
  ]);
  const { server, caller } = world;
  const { content } = await server.call(listBackups, { body: {} }, { as: caller });
  expect(content[0]).toMatchObject({ version: base, importedVersion: base + 1 });
  const again = await server.call(getPull, { params: { uuid }, query: {} }, { as: caller });
  expect(again.services[0]?.confirmedVersion).toBe(base + 1);
  const source = { uuid, serviceId: SERVICE, fileName: 'cut-a.js', folderName: 'functions' };
  const { base: exchanged } = await server.call(readRemoteFile, { body: source }, { as: caller });
  expect(exchanged?.content).toBe('made a\n');
  // Files that a killed process left out are known, too.
  const leftOut = await server.request(
    readBaseFile,
    { body: { ...source, fileName: 'greet.js' } },
    { as: caller },
  );
  expect(leftOut.statusCode).toBe(404);
});

test('killed before the service took anything: nothing changed, and the log says so', async () => {
  let cut: Awaited<ReturnType<typeof beginSubmit>> | undefined;
  await whileLocked(world.server.connection, 'runtime.version', async () => {
    cut = await beginSubmit('unmade');
    await expect.poll(countOpen, { timeout: 30_000 }).toBe(1);
    // The service waits for the same lock and would continue; it loses its connection too.
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
    await kill(cut.child);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(world.server.context.db);
  });
  const base = cut?.base ?? 0;
  expect(await world.liveVersion()).toBe(base);
  await settle(A_MINUTE_MS);
  expect(await countOpen()).toBe(1);
  await settle(10 * A_MINUTE_MS);
  expect(await countOpen()).toBe(0);
  expect(await world.liveVersion()).toBe(base);
  expect(await world.liveContent('functions/cut-a.js')).not.toBe('unmade a\n');
  expect(await logOf('configuration.import-failed')).toEqual([
    expect.stringMatching(/Nothing was changed\.$/),
  ]);
});

test('a process that stalls before the service took anything, and wakes up after it was given up, changes nothing', async () => {
  let stalled: Awaited<ReturnType<typeof beginSubmit>> | undefined;
  await whileLocked(world.server.connection, 'backups', async () => {
    stalled = await beginSubmit('stalled', 'ignore');
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
    stalled.child.kill('SIGSTOP');
  });
  await expect.poll(countOpen, { timeout: 30_000 }).toBe(1);
  const { child, base } = stalled as NonNullable<typeof stalled>;
  await settle(10 * A_MINUTE_MS);
  expect(await countOpen()).toBe(0);
  const exited = once(child, 'exit');
  child.kill('SIGCONT');
  const [code] = await exited;
  expect(code).not.toBe(0);
  expect(await world.liveVersion()).toBe(base);
  expect(await countOpen()).toBe(0);
});

test('an import that is noted after a push that was made while it ran leaves what was pushed as the base', async () => {
  const { server, caller } = world;
  const { context } = server;
  await world.repositoryOfLive('overlap');
  const { uuid } = await server.call(pull, { body: world.gitRequest('overlap') }, { as: caller });
  await openBackups({ version: await world.liveVersion(), message: '', pullId: uuid });
  await world.changeLive({ 'functions/overlap.js': 'merged\n' });
  const body = world.gitRequest('overlap', { services: [SERVICE] });
  const { push: pushed } = await server.call(push, { body }, { as: caller });
  expect(pushed).toMatchObject([{ status: 'OK', fileCount: 1 }]);
  await settle(0);
  expect(await countOpen()).toBe(0);
  const place = { domainId: caller.domainId, serviceId: SERVICE, gitUrl: body.gitUrl, branch: 'main' };
  expect(await findExchange(context.db, place)).toMatchObject({
    direction: 'PUSH',
    commitSha: pushed[0]?.commitSha,
  });
});

test('an undo that is cut off is an undo all the same: its pull does not count as exchanged', async () => {
  const { server, caller } = world;
  const folder = await world.repositoryOfLive('undo');
  await commitFiles(folder, { [`${SERVICE}/functions/undo.js`]: 'undo\n' });
  const { uuid } = await server.call(pull, { body: world.gitRequest('undo') }, { as: caller });
  const folders = [{ name: 'functions', files: [{ name: 'undo.js', action: 'remote' as const }] }];
  const request = { uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
  const { version, backupId } = await server.call(confirmPull, { body: request }, { as: caller });
  const exchanged = async () =>
    (await server.call(listBases, { params: { uuid } }, { as: caller })).services[SERVICE];
  expect(await exchanged()).toBeDefined();
  await whileLocked(server.connection, 'logEntries', async () => {
    const child = begin({ backupId });
    await expect.poll(() => world.liveVersion(), { timeout: 30_000 }).toBe(version + 1);
    await kill(child);
  });
  expect(await exchanged()).toBeDefined();
  await settle(A_MINUTE_MS);
  expect(await countOpen()).toBe(0);
  expect(await exchanged()).toBeUndefined();
});

test('a service that does not answer is asked once in a round, and the others as always', async () => {
  const { server, caller } = world;
  const { context } = server;
  await using silent = await startScriptedService('silent-imports', {});
  await context.services.register(silent.address);
  silent.isSilent = true;
  await openBackups(...[1, 2, 3].map((version) => ({ version, serviceId: 'silent-imports' })));
  await server.call(listBackups, { body: {} }, { as: caller });
  expect(silent.users).toEqual([caller.userId]);
  expect(await countOpen()).toBe(3);
});
