import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@atrium/host/database/migrate';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { databaseUrl } from '../../test/database-url.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { TEST_SECRET_KEY } from '../../test/secret-key.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/connection.ts';
import { migrateAll } from '../database/migrate-all.ts';
import { MIGRATIONS_FOLDER, SERVICES_MIGRATIONS_FOLDER } from '../paths.ts';
import { startAtrium } from './start-atrium.ts';

// Whole programs are started.
vi.setConfig({ testTimeout: 90_000 });

const PASSWORD = 'correct horse battery';
const log = pino({ level: 'silent' });

/** The migrations of the release after this one: ours, and one more. */
async function newerMigrations(folder: string, name: string, text: string): Promise<string> {
  const newer = await mkdtemp(join(tmpdir(), 'newer-'));
  onTestFinished(() => rm(newer, { recursive: true }));
  await cp(folder, newer, { recursive: true });
  await writeFile(join(newer, name), text);
  return newer;
}

test('a release runs, and starts, beside the next one, as long as that calls its migrations compatible', async () => {
  const folder = await makeDataFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await migrateAll(database.connection, log);
  const db = openDatabase(database.connection);
  onTestFinished(() => db.destroy());
  const startOne = async () => {
    const settings = { DATABASE_URL: databaseUrl(database.connection), ATRIUM_DATA: folder.path, PORT: '0' };
    const secrets = { ATRIUM_ADMIN_PASSWORD: PASSWORD, ATRIUM_SECRET_KEY: TEST_SECRET_KEY };
    const config = readConfig({ ...settings, ...secrets });
    return startAtrium(config, log, { withDemo: false, onFailed: () => {} });
  };
  const before = await startOne();
  onTestFinished(() => before.stop());

  /** Signs in, and calls a function: both write. */
  const use = async ({ address = '' }: typeof before) => {
    const at = (path: string) => new URL(path, address);
    const post = (body: object, token = '') => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    });
    const signedIn = await fetch(at('/auth/v1/login'), post({ username: 'admin', password: PASSWORD }));
    const { token } = (await signedIn.json()) as { token: string };
    const called = await fetch(at('/services/hyper-dispatch/invoke/greet'), post({}, token));
    return [signedIn.status, called.status];
  };
  const answers = new Set<string>();
  let isOver = false;
  const traffic = (async () => {
    while (!isOver) answers.add(String(await use(before)));
  })();

  const compatible = '-- compatible: no one reads the column yet.\n';
  await migrate(
    db,
    await newerMigrations(
      MIGRATIONS_FOLDER,
      '9998_a.sql',
      `${compatible}alter table users add nickname text;`,
    ),
  );
  await migrate(
    db,
    await newerMigrations(
      SERVICES_MIGRATIONS_FOLDER,
      '9998_a.sql',
      `${compatible}alter table invocation add weather text;`,
    ),
    { schema: 'runtime' },
  );
  const again = await startOne();
  onTestFinished(() => again.stop());
  expect(await use(again)).toEqual([200, 200]);

  isOver = true;
  await traffic;
  expect([...answers]).toEqual(['200,200']);
  // As if it broke something.
  await sql`update schema_migrations set is_compatible = false where name = '9998_a.sql'`.execute(db);
  await expect(startOne()).rejects.toThrow(
    'has the migration 9998_a.sql, which is newer than this version of Atrium',
  );
});
