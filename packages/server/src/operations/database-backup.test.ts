import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { whileLocked } from '../../test/locked-table.ts';
import { startTestApp } from '../../test/support.ts';
import { writeManifest } from '../database/backup/manifest.ts';
import { verifyBackup } from '../database/backup/verify-backup.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { readSecretKeys } from '../secrets/secret-key-file.ts';
import { insertBackup } from './database-backup.repository.ts';

const HOUR_MS = 3_600_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timetable-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function makeFolder(name: string): Promise<string> {
  await mkdir(join(folder, name));
  return join(folder, name);
}

test('backups are made when they are due, the newest stay, and one that failed is told', async () => {
  const backupFolder = join(folder, 'backups');
  const config = { backupFolder, backupEveryHours: 6, backupsKept: 2, dataFolder: folder };
  await using server = await startTestApp({ config });
  const { databaseBackups, db } = server.context;
  const made: string[] = [];
  for (let round = 0; round < 3; round++) {
    await databaseBackups.createDue();
    // Asked again before it is time, nothing happens.
    server.clock.travel(HOUR_MS);
    await databaseBackups.createDue();
    const last = await databaseBackups.findLast();
    made.push(last?.folder ?? '');
    await verifyBackup(last?.folder ?? '');
    server.clock.travel(5 * HOUR_MS);
  }
  expect(new Set(made).size).toBe(3);
  expect((await readdir(backupFolder)).map((name) => join(backupFolder, name))).toEqual(made.slice(1));

  await rm(backupFolder, { recursive: true });
  await writeFile(backupFolder, 'a file where a folder should be');
  await expect(databaseBackups.createDue()).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect((await databaseBackups.findLast())?.folder).toBe(made.at(-1));
  const failed = await db
    .selectFrom('databaseBackups')
    .select('error')
    .where('error', 'is not', null)
    .execute();
  expect(failed).toHaveLength(1);
});

test('a folder that is missing is not made where its disk may not be mounted', async () => {
  const backupFolder = join(folder, 'not-mounted', 'backups');
  const config = { backupFolder, backupEveryHours: 6, backupsKept: 2, dataFolder: folder };
  await using server = await startTestApp({ config });
  const { databaseBackups } = server.context;
  const message = `The folder for backups ${backupFolder} is missing; mount the disk that it is on, or create it.`;
  await expect(databaseBackups.createDue()).rejects.toThrow(message);
  const { lastSuccess, lastFailure } = await databaseBackups.getState();
  expect([lastSuccess, lastFailure]).toMatchObject([null, { error: message }]);
  expect(await readdir(folder)).not.toContain('not-mounted');
});

test('one that was made with a clock ahead does not count as the last until then', async () => {
  const config = {
    backupFolder: await makeFolder('ahead'),
    backupEveryHours: 6,
    backupsKept: 2,
    dataFolder: folder,
  };
  await using server = await startTestApp({ config });
  const { databaseBackups, db } = server.context;
  const nextYear = new Date(server.clock.now().getTime() + 365 * 24 * HOUR_MS);
  const dated = { startedOn: nextYear, endedOn: nextYear, sizeBytes: 1 };
  const [good, bad] = [server.context.random.id(), server.context.random.id()];
  await insertBackup(db, { id: good, ...dated, folder: '/ahead', error: null });
  await insertBackup(db, { id: bad, ...dated, folder: null, error: 'ahead' });
  expect(await databaseBackups.getState()).toMatchObject({ lastSuccess: null, lastFailure: null });
  await databaseBackups.createDue();
  expect((await databaseBackups.findLast())?.endedOn).toEqual(server.clock.now());
});

test('the timetable deletes what it has made itself, and nothing of others in the same folder', async () => {
  const backupFolder = await makeFolder('shared');
  const config = { backupFolder, backupEveryHours: 6, backupsKept: 1, dataFolder: folder };
  await using server = await startTestApp({ config });
  const { databaseBackups, db, random } = server.context;
  const secretKeys = readSecretKeys(server.context.config);
  const source = { connection: server.connection, usageFolder: join(folder, 'usage'), secretKeys };
  await databaseBackups.createDue();
  const byHand = await writeBackup(source, backupFolder);
  // Of the installation that this one was restored from, whose list of backups it has.
  const others = await writeBackup(source, backupFolder);
  expect(others.manifest.installation).toMatch(/^\d+-\d+$/);
  await writeManifest(others.folder, { ...others.manifest, installation: '1-1' });
  const endedOn = server.clock.now();
  const row = { id: random.id(), startedOn: endedOn, endedOn, sizeBytes: 1, error: null };
  await insertBackup(db, { ...row, folder: others.folder });
  // Made by a role that may not read whose it is: it may be theirs as well.
  const unnamed = await writeBackup(source, backupFolder);
  await writeManifest(unnamed.folder, { ...unnamed.manifest, installation: undefined });
  await insertBackup(db, { ...row, id: random.id(), folder: unnamed.folder });
  server.clock.travel(6 * HOUR_MS);
  await databaseBackups.createDue();
  const last = await databaseBackups.findLast();
  expect(await readdir(backupFolder)).toEqual(
    [byHand.folder, others.folder, unnamed.folder, last?.folder ?? ''].map((path) => basename(path)),
  );
});

test('one that is kept for years is deleted in the end, and only then forgotten', async () => {
  const backupFolder = await makeFolder('years');
  const config = { backupFolder, backupEveryHours: 6, backupsKept: 2, dataFolder: folder };
  await using server = await startTestApp({ config });
  const { databaseBackups, db, random } = server.context;
  const failed = { folder: null, sizeBytes: null, error: 'away' };
  const now = server.clock.now();
  await insertBackup(db, { id: random.id(), startedOn: now, endedOn: now, ...failed });
  await databaseBackups.createDue();
  const [first = ''] = await readdir(backupFolder);
  const rows = async () =>
    (await db.selectFrom('databaseBackups').select('folder').orderBy('endedOn').execute()).map(
      (one) => one.folder && basename(one.folder),
    );
  server.clock.travel(401 * 24 * HOUR_MS);
  await databaseBackups.createDue();
  const kept = await readdir(backupFolder);
  expect(kept).toHaveLength(2);
  expect(await rows()).toEqual(kept);
  server.clock.travel(6 * HOUR_MS);
  await databaseBackups.createDue();
  expect(await readdir(backupFolder)).not.toContain(first);
  expect(await rows()).toEqual(await readdir(backupFolder));
});

test('what killed backups left is deleted before the next one, and one that is being made is not', async () => {
  const backupFolder = await makeFolder('left');
  const config = { backupFolder, backupEveryHours: 6, backupsKept: 2, dataFolder: folder };
  await using server = await startTestApp({ config });
  const { databaseBackups } = server.context;
  const leftFor = async (name: string, ms: number) => {
    await mkdir(join(backupFolder, name));
    const touchedOn = new Date(Date.now() - ms);
    await utimes(join(backupFolder, name), touchedOn, touchedOn);
  };
  await leftFor('atrium-20261101T000000000Z.unfinished', HOUR_MS + 60_000);
  await leftFor('atrium-20261102T000000000Z.unfinished', HOUR_MS - 60_000);
  await leftFor('of the operator', HOUR_MS + 60_000);
  // As when its process is killed in the middle: this one fails.
  await sql`update jobs.version set version = 0`.execute(server.context.db);
  await expect(databaseBackups.createDue()).rejects.toThrow('another release');
  expect(await readdir(backupFolder)).toEqual(['atrium-20261102T000000000Z.unfinished', 'of the operator']);
});

test('a backup that takes long is touched, so that it does not count as left', async () => {
  const backupFolder = await makeFolder('long');
  const config = { backupFolder, backupEveryHours: 6, backupsKept: 2, dataFolder: folder };
  await using server = await startTestApp({ config });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let making: Promise<void> | undefined;
  const work = async () => {
    making = server.context.databaseBackups.createDue();
    const name = await vi.waitUntil(async () => (await readdir(backupFolder).catch(() => []))[0]);
    const unfinished = join(backupFolder, name);
    await utimes(unfinished, new Date(0), new Date(0));
    vi.advanceTimersByTime(60_000);
    await expect.poll(async () => (await stat(unfinished)).mtimeMs).toBeGreaterThan(0);
  };
  await whileLocked(server.connection, 'users', work, 'access exclusive');
  vi.useRealTimers();
  await making;
  expect(await server.context.databaseBackups.findLast()).toBeDefined();
});
