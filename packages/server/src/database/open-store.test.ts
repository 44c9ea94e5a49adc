import { listMissing } from '@atrium/host/database/migrate';
import { readMigrations } from '@atrium/host/database/migration-files';
import { cloneDatabase } from '@atrium/host/test/databases';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { databaseUrl } from '../../test/database-url.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { readConfig } from '../config.ts';
import { MIGRATIONS_FOLDER } from '../paths.ts';
import { openDatabase } from './connection.ts';
import { openStoreForCommand } from './open-store.ts';

test('a command refuses the database of a release before, and leaves it as it is', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const db = openDatabase(database.connection);
  onTestFinished(() => db.destroy());
  const config = readConfig({ DATABASE_URL: databaseUrl(database.connection), ATRIUM_DATA: folder.path });
  const open = () => openStoreForCommand({ config, log: pino({ level: 'silent' }), onFailed: () => {} });
  const store = await open();
  await store.stop();

  // As if this release brought its last migration after another one.
  const [last] = (await readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name).slice(-1);
  await sql`update schema_migrations set name = '0000_former.sql' where name = ${last}`.execute(db);
  await expect(open()).rejects.toThrow(
    `The database has not been updated to this release, which also has ${last}. "npm run atrium -- database migrate" updates it, as does a start of this release; until then use the commands of the release before.`,
  );
  expect(await listMissing(db, MIGRATIONS_FOLDER)).toEqual([last]);
});

test('an empty database lacks no migration: a command may fill it', async () => {
  const empty = await cloneDatabase('template0');
  onTestFinished(empty.drop);
  const db = openDatabase(empty.connection);
  onTestFinished(() => db.destroy());
  expect(await listMissing(db, MIGRATIONS_FOLDER)).toEqual([]);
});
