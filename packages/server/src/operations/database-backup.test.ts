import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../test/support.ts';
import { verifyBackup } from '../database/backup/verify-backup.ts';

const HOUR_MS = 3_600_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timetable-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
