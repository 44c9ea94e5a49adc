import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { makeDataFolder, startEmbeddedProcess } from '../../test/embedded-processes.ts';
import { initialiseCluster } from '../database/embedded/cluster.ts';
import { findPlace } from '../database/embedded/place.ts';

// Whole programs are started, some several times.
vi.setConfig({ testTimeout: 90_000 });

async function run(dataFolder: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    env: { PATH: process.env['PATH'], ATRIUM_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, said, complaint };
}

test('without a command it lists them', async () => {
  const { code, complaint } = await run('/nonexistent');
  expect(code).toBe(1);
  expect(complaint).toMatch(/^Usage: npm run atrium -- <noun> <verb>\n\n(?: {2}.*\n)* {2}database migrate/);
});

test('a wrong word is answered with the usage of its command', async () => {
  const { complaint } = await run('/nonexistent', 'user', 'create-admin');
  expect(complaint).toBe(
    'Usage: npm run atrium -- user create-admin <username> (the number of words is wrong).\n',
  );
});

test('a command that finds no database makes none', async () => {
  await using folder = await makeDataFolder();
  const place = join(folder.path, 'none');
  for (const words of ['backup create', 'database migrate', 'signing-key rotate --leaked']) {
    expect(await run(place, ...words.split(' '))).toEqual({
      code: 1,
      said: '',
      complaint: `There is no database in ${place}. Run the command with the settings of Atrium's processes: DATABASE_URL, or the ATRIUM_DATA of an embedded database.\n`,
    });
  }
  expect(existsSync(place)).toBe(false);
});

test('commands work on a folder at rest and beside a running Atrium', async () => {
  await using folder = await makeDataFolder();
  await initialiseCluster(await findPlace(folder.path), { durable: false });
  const migrated = await run(folder.path, 'database', 'migrate');
  expect(migrated).toMatchObject({ code: 0, complaint: '' });
  expect(migrated.said).toMatch(
    /^0001_platform\.sql\n(?:.+\n)*runtime\/0001_services\.sql\n(?:.+\n)*The database is up to date\.\n$/,
  );
  expect((await run(folder.path, 'database', 'migrate')).said).toBe('The database is up to date.\n');
  const running = await startEmbeddedProcess(folder.path);
  const created = await run(folder.path, 'user', 'create-admin', 'grace');
  expect(created).toMatchObject({ code: 0, complaint: '' });
  expect(created.said).toMatch(/^Administrator: grace\nPassword: {6}\S{20}\n$/);
  const again = await run(folder.path, 'user', 'create-admin', 'Grace');
  expect(again).toEqual({ code: 1, said: '', complaint: 'A user "Grace" already exists.\n' });
  expect(running.child.exitCode).toBeNull();
  await running.kill('SIGTERM');
});

// It starts fifteen processes one after the other, beside other tests.
const BACKUP_TIMEOUT_MS = 180_000;

test('a backup goes from a running Atrium to another folder, and refuses what is not empty', {
  timeout: BACKUP_TIMEOUT_MS,
}, async () => {
  await using folder = await makeDataFolder();
  const running = await startEmbeddedProcess(folder.path);
  expect((await run(folder.path, 'user', 'create-admin', 'grace')).code).toBe(0);
  const backups = join(folder.path, 'backups');
  expect((await run(folder.path, 'backup', 'list')).said).toBe(`There is no backup in ${backups}.\n`);
  const created = await run(folder.path, 'backup', 'create');
  expect(created.complaint).toBe('');
  const [backup = ''] = created.said.split(' ');
  expect(created.said).toMatch(
    /^\S+\/backups\/atrium-\d{8}T\d{9}Z holds \d+ rows in \d+ tables \(\d MB unpacked\)\.\nIts secrets are encrypted under the key [0-9a-f]{16}, which is not in it: keep \S+\/secret-key as well, apart from it\.\n$/,
  );
  expect((await run(folder.path, 'backup', 'list')).said).toContain(backup);
  expect((await run(folder.path, 'backup', 'verify', backup)).said).toMatch(/^The backup of \S+ is whole: /);
  expect(await run(folder.path, 'backup', 'restore', backup)).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^The database is not empty: /),
  });
  await running.kill('SIGTERM');

  await using other = await makeDataFolder();
  expect((await run(other.path, 'backup', 'restore', backup)).complaint).toMatch(/is not proven to be yours/);
  const restored = await run(other.path, 'backup', 'restore', backup, '--unproven');
  expect(restored).toMatchObject({ code: 0, complaint: '' });
  expect(restored.said).toContain('Left out, as no migration of Atrium makes them: "public"."kept".');
  // Without the key the next start says what is missing; with it all is as it was.
  expect((await run(other.path, 'service', 'list')).complaint).toMatch(/^The secrets in this database/);
  await copyFile(join(folder.path, 'secret-key'), join(other.path, 'secret-key'));
  expect(await run(other.path, 'user', 'create-admin', 'Grace')).toMatchObject({
    complaint: 'A user "Grace" already exists.\n',
  });

  // As if a release before had made the database.
  expect((await run(other.path, 'database', 'upgrade', backup)).complaint).toMatch(
    /is already one of PostgreSQL 18\.\n$/,
  );
  const place = await findPlace(other.path);
  await writeFile(join(place.cluster, 'PG_VERSION'), '17\n');
  expect((await run(other.path, 'user', 'create-admin', 'grace')).complaint).toMatch(
    /was made by PostgreSQL 17, this Atrium has 18; stop the Atrium .* "database upgrade <backup>"/,
  );
  const damaged = join(other.path, 'damaged');
  expect((await run(other.path, 'database', 'upgrade', damaged)).complaint).toMatch(/is not a whole backup/);
  // As if an upgrade had been killed while it filled the new cluster.
  await rename(place.cluster, `${place.cluster}.17`);
  await mkdir(place.cluster);
  await writeFile(`${place.cluster}.upgrading`, `${place.cluster}.17`);
  expect((await run(other.path, 'user', 'create-admin', 'grace')).complaint).toMatch(
    /^An upgrade of the database was interrupted; run "database upgrade <backup>" again\./,
  );
  const upgraded = await run(other.path, 'database', 'upgrade', backup);
  expect(upgraded).toMatchObject({ code: 0, complaint: '' });
  expect(upgraded.said).toContain(`is kept in ${place.cluster}.17; delete it when all is well.`);
  expect(await readFile(join(`${place.cluster}.17`, 'PG_VERSION'), 'utf8')).toBe('17\n');
  expect((await run(other.path, 'user', 'create-admin', 'Grace')).complaint).toMatch(/already exists/);
});

test('an upgrade that was killed before it had made the new database can be run again', async () => {
  await using folder = await makeDataFolder();
  const { cluster } = await findPlace(folder.path);
  await mkdir(`${cluster}.17`);
  await writeFile(join(`${cluster}.17`, 'PG_VERSION'), '17\n');
  await writeFile(`${cluster}.upgrading`, `${cluster}.17`);
  expect((await run(folder.path, 'service', 'list')).complaint).toMatch(
    /^An upgrade of the database was interrupted; run "database upgrade <backup>" again\./,
  );
  const backup = join(folder.path, 'none');
  expect((await run(folder.path, 'database', 'upgrade', backup)).complaint).toMatch(/is not a whole backup/);
  expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n');
});
