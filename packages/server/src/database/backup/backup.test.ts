import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { readSecretKey } from '@atrium/host/secret-key';
import { cloneDatabase } from '@atrium/host/test/databases';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDomainKeys } from '../../../test/domain-keys.ts';
import { person, registerPerson, signIn } from '../../../test/people.ts';
import { TEST_SECRET_KEY } from '../../../test/secret-key.ts';
import { type PlatformApp, startPlatform } from '../../../test/shipped-services.ts';
import { openDatabase } from '../connection.ts';
import { addIdParts, dropIdParts, listIdParts } from '../id-parts.ts';
import { listTables } from './database-catalog.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { listQueueStatements } from './queue-statements.ts';
import { restoreBackup } from './restore-backup.ts';
import { usageFolderOf } from './usage-segments.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

const PATIENCE = { timeout: 20_000, interval: 100 };

let platform: PlatformApp;
let folder: string;
let emptyDatabases = 0;

beforeAll(async () => {
  platform = await startPlatform();
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  await registerPerson(platform, 'ada');
  await platform.context.billing.usageParts.createMissing();
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Calls a function as Ada, and waits for its answer. */
async function greet(): Promise<void> {
  const { bearer } = await signIn(platform, person('ada'));
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/services/hyper-dispatch/invoke/greet',
    headers: bearer,
    payload: {},
  });
  expect(answer.statusCode).toBe(200);
}

const sourceOf = ({ connection, dataFolder }: Pick<PlatformApp, 'connection' | 'dataFolder'>) => ({
  connection,
  usageFolder: usageFolderOf(dataFolder),
  secretKeys: [readSecretKey(TEST_SECRET_KEY)],
});

/** An empty place: a database, and a data folder. */
async function emptyPlace() {
  const database = await cloneDatabase('template0');
  const dataFolder = join(folder, `place-${emptyDatabases++}`);
  await mkdir(dataFolder);
  return { database, dataFolder, connection: database.connection };
}

/** Calls that were counted, in any month. */
async function countCalls({ context }: Pick<PlatformApp, 'context'>): Promise<number> {
  const { rows } = await sql<{
    calls: number;
  }>`select coalesce(sum(quantity), 0)::int as calls from usage_events
    where type = 'COUNTER' and service_id = 'hyper-dispatch'`.execute(context.db);
  return rows[0]?.calls ?? 0;
}

/** Fewest and most calls that a place may count that was restored from a backup. */
async function expectCallsOfRestored(
  backup: string,
  [fewest, most]: readonly [number, number],
): Promise<void> {
  const place = await emptyPlace();
  await restoreBackup(backup, sourceOf(place));
  await using restored = await startPlatform({}, place);
  expect((await signIn(restored, person('ada'))).user.username).toBe('ada');
  await expect.poll(() => readdir(usageFolderOf(place.dataFolder)), PATIENCE).toEqual([]);
  const calls = await countCalls(restored);
  expect(calls).toBeGreaterThanOrEqual(fewest);
  expect(calls).toBeLessThanOrEqual(most);
}

const contentsOf = ({ tables, sequences, usage }: Manifest) => ({
  tables: tables.map(({ file, rows, bytes, sha256 }) => ({ file, rows, bytes, sha256 })),
  sequences,
  usage: usage.map(({ segment, sha256 }) => ({ segment, sha256 })),
});

test('what is restored is what was backed up: every table, and usage on its way', async () => {
  for (let call = 0; call < 5; call++) await greet();
  // Logged a moment after they were answered.
  const db = platform.context.db;
  const countLogged = async () => (await sql`select from runtime.invocation`.execute(db)).rows.length;
  await expect.poll(countLogged, PATIENCE).toBe(5);
  const { folder: backup, manifest } = await writeBackup(sourceOf(platform), folder);
  const rowsOf = (name: string) =>
    manifest.tables.find((table) => `${table.schema}.${table.name}` === name)?.rows;
  expect(rowsOf('public.users')).toBe(1);
  expect(rowsOf('jobs.job_common')).toBeGreaterThan(0);
  expect(manifest.tables.some(({ file, rows }) => /^runtime\.invocation_\d+/.test(file) && rows > 0)).toBe(
    true,
  );
  expect(contentsOf(await verifyBackup(backup))).toEqual(contentsOf(manifest));

  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  await restoreBackup(backup, sourceOf(place));
  const again = await writeBackup(sourceOf(place), folder);
  expect(contentsOf(again.manifest)).toEqual(contentsOf(manifest));
  // Indexes, foreign keys and triggers are back.
  const restored = openDatabase(place.connection);
  onTestFinished(() => restored.destroy());
  const indexes = sql`select indexdef from pg_indexes where schemaname in ('public', 'runtime', 'jobs') and tablename !~ '^kysely_'
    order by indexdef`;
  expect((await indexes.execute(restored)).rows).toEqual((await indexes.execute(db)).rows);
  await expect(sql`update log_entries set action = action`.execute(restored)).rejects.toThrow(
    'cannot be changed',
  );
  await expect(sql`delete from domains`.execute(restored)).rejects.toThrow('violates foreign key');
  const handbook = await readFile(join(import.meta.dirname, '../../../../../docs/backup.md'), 'utf8');
  const [, endSessions = ''] = /`(update sessions set [^`]+)`/.exec(handbook) ?? [];
  expect((await sql.raw(endSessions).execute(restored)).numAffectedRows).toBeGreaterThan(0n);

  await expect(restoreBackup(backup, sourceOf(place))).rejects.toThrow(
    'The database is not empty: it has the table jobs.bam. A backup is only restored into an empty place',
  );
});

test('people sign in to what was restored, and each call is counted once, also those made meanwhile', async () => {
  let isOver = false;
  let answered = await countCalls(platform);
  await expect.poll(async () => (answered = await countCalls(platform)), PATIENCE).toBeGreaterThanOrEqual(5);
  const calling = (async () => {
    for (; !isOver; answered += 1) await greet();
  })();
  const before = answered;
  const { folder: backup } = await writeBackup(sourceOf(platform), folder);
  const meanwhile = [before, answered + 1] as const;
  isOver = true;
  await calling;
  await expectCallsOfRestored(backup, meanwhile);

  const { folder: quiet } = await writeBackup(sourceOf(platform), folder);
  await expectCallsOfRestored(quiet, [answered, answered]);
});

test('what an operator has spread by domain is restored as Atrium makes it, and what was added is named', async () => {
  const spread = await emptyPlace();
  onTestFinished(spread.database.drop);
  const { folder: before } = await writeBackup(sourceOf(platform), folder);
  await restoreBackup(before, sourceOf(spread));
  const db = openDatabase(spread.connection);
  await sql`with run as (
      insert into test_runs (id, domain_id, requested_by, user_id, user_name, strategy, status, started_on, finished_on, heartbeat_on, counts)
      select gen_random_uuid(), domain_id, id, id, username, 'EXECUTE_ALL', 'OK', now(), now(), now(), '{}' from users
      returning id)
    insert into test_run_services (run_id, service_id, position) select id, 'content', 0 from run`.execute(
    db,
  );
  await addDomainKeys(spread.connection);
  await db.destroy();
  const { folder: backup, manifest } = await writeBackup(sourceOf(spread), folder);
  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  const { leftOut } = await restoreBackup(backup, sourceOf(place));
  expect(leftOut.toSorted()).toEqual([
    '"public"."test_results"."run_domain_id"',
    '"public"."test_run_services"."domain_id"',
  ]);
  const again = await writeBackup(sourceOf(place), folder);
  const rowsOf = ({ tables }: Manifest) => tables.map(({ schema, name, rows }) => ({ schema, name, rows }));
  expect(rowsOf(again.manifest)).toEqual(rowsOf(manifest));
  await addDomainKeys(place.connection);
});

test('a backup of long after the first parts were dropped is restored without them', async () => {
  const aged = await emptyPlace();
  onTestFinished(aged.database.drop);
  const { folder: young } = await writeBackup(sourceOf(platform), folder);
  await restoreBackup(young, sourceOf(aged));
  const db = openDatabase(aged.connection);
  for (const table of [
    { name: 'log_entries', key: 'id' },
    { name: 'test_results', key: 'run_id' },
  ]) {
    const [first] = await listIdParts(db, table);
    expect(first?.name).toBe(`${table.name}_before`);
    await dropIdParts(db, table, new Date('2041-01-01T00:00:00Z'), async () => true);
    // Months that the first part of a database made today would hold.
    await addIdParts(db, table, new Date());
  }
  await db.destroy();
  const { folder: backup, manifest } = await writeBackup(sourceOf(aged), folder);
  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  await restoreBackup(backup, sourceOf(place));
  const again = await writeBackup(sourceOf(place), folder);
  expect(contentsOf(again.manifest)).toEqual(contentsOf(manifest));
});

test('a backup that was cut off, changed or lost a file is not whole, and nothing of it is restored', async () => {
  const { folder: backup, manifest } = await writeBackup(sourceOf(platform), folder);
  const users = manifest.tables.find(({ name }) => name === 'users');
  const file = join(backup, users?.file ?? '');
  const whole = await readFile(file);
  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  const expectDamage = async (sentence: RegExp) => {
    await expect(verifyBackup(backup)).rejects.toThrow(sentence);
    await expect(restoreBackup(backup, sourceOf(place))).rejects.toThrow(sentence);
  };

  await truncate(file, whole.length - 5);
  await expectDamage(/public\.users-\d+\.zst cannot be unpacked/);
  await writeFile(file, zstdCompressSync(Buffer.from('1\tada\n')));
  await expectDamage(/public\.users-\d+\.zst has other content than the backup wrote/);
  await rm(file);
  await expectDamage(/public\.users-\d+\.zst is missing/);
  await writeFile(file, whole);
  await restoreBackup(backup, sourceOf(place));

  await appendFile(join(backup, 'manifest.json'), ' ');
  await expect(verifyBackup(backup)).rejects.toThrow('manifest.json was changed');
  await rm(join(backup, 'manifest.json'));
  await expect(verifyBackup(backup)).rejects.toThrow('is not a whole backup of Atrium');
});

test('usage that waits in the place to be filled is not mixed with that of a backup', async () => {
  const { folder: backup } = await writeBackup(sourceOf(platform), folder);
  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  await mkdir(usageFolderOf(place.dataFolder));
  await writeFile(join(usageFolderOf(place.dataFolder), '1-1-a-1.sealed'), '');
  await expect(restoreBackup(backup, sourceOf(place))).rejects.toThrow('holds usage that was not sent yet');
});

test('a backup that someone without the secret key has changed is refused, and none of its statements is run', async () => {
  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  const [ran, hmac] = [join(folder, 'ran'), 'manifest.hmac'];
  const write = () => writeBackup(sourceOf(platform), folder);
  const restore = (backup: string, isTrusted = false) =>
    restoreBackup(backup, { ...sourceOf(place), isTrusted });
  const client = new pg.Client(place.connection);
  await client.connect();
  onTestFinished(() => client.end());
  const countTables = async () => (await listTables(client)).length;

  // Sizes and checksums made anew, as whoever can write there can.
  const changed = await write();
  await writeManifest(changed.folder, { ...changed.manifest, atrium: '0.0.1' });
  await expect(verifyBackup(changed.folder)).resolves.toMatchObject({ atrium: '0.0.1' });
  await expect(restore(changed.folder)).rejects.toThrow('was changed by someone without the secret key');
  await expect(restore(changed.folder, true)).rejects.toThrow(
    'was changed by someone without the secret key',
  );
  await rm(join(changed.folder, hmac));
  await expect(restore(changed.folder)).rejects.toThrow('is not proven to be yours');
  const whole = await write();
  const elsewhere = { ...sourceOf(place), secretKeys: [] };
  await expect(restoreBackup(whole.folder, elsewhere)).rejects.toThrow('is not proven to be yours');

  // Where an operator takes it all the same.
  const first = await write();
  await rm(join(first.folder, hmac));
  await writeManifest(first.folder, { ...first.manifest, secretKeyId: null, queue: { version: 1 } });
  await expect(restore(first.folder)).rejects.toThrow('has no keyed checksum');
  await expect(restore(first.folder, true)).rejects.toThrow(
    'tables of the queue that this Atrium does not know',
  );
  const bound = `FOR VALUES FROM ('a') TO ('b'); copy (select 1) to program 'touch ${ran}'`;
  const tables = first.manifest.tables.map((table) =>
    table.partOf === undefined ? table : { ...table, partOf: { ...table.partOf, bound } },
  );
  await writeManifest(first.folder, { ...first.manifest, tables });
  await expect(restore(first.folder, true)).rejects.toThrow('it has a partition with the bound');
  expect(existsSync(ran)).toBe(false);
  expect(await countTables()).toBe(0);
});

test('a backup of before 0.2.0 is refused by name, and nothing is restored', async () => {
  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  const { folder: backup, manifest } = await writeBackup(sourceOf(platform), folder);
  const [first, ...others] = manifest.migrations.public.map((each) => ({ ...each }));
  if (first === undefined) throw new Error('the backup has no migration');
  const migrations = { ...manifest.migrations, public: [{ ...first, name: '0001_accounts.sql' }, ...others] };
  await writeManifest(backup, { ...manifest, migrations });
  await rm(join(backup, 'manifest.hmac'));
  await expect(restoreBackup(backup, { ...sourceOf(place), isTrusted: true })).rejects.toThrow(
    'The backup was made by an Atrium before 0.2.0: it begins with the migration 0001_accounts.sql',
  );
  const client = new pg.Client(place.connection);
  await client.connect();
  onTestFinished(() => client.end());
  expect(await listTables(client)).toEqual([]);
});

test('a restore runs without the rights of a superuser, and leaves no role behind', async () => {
  const place = await emptyPlace();
  onTestFinished(place.database.drop);
  const client = new pg.Client(place.connection);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`create schema watch; create table watch.makers (role text);
    create function watch.note() returns event_trigger language plpgsql security definer as
      $$ begin insert into watch.makers select current_setting('role'); end $$;
    create event trigger note on ddl_command_end when tag in ('CREATE TABLE') execute function watch.note()`);
  const { folder: backup } = await writeBackup(sourceOf(platform), folder);
  await restoreBackup(backup, sourceOf(place));
  const makers = await client.query<{ role: string }>('select distinct role from watch.makers');
  expect(makers.rows).toEqual([{ role: expect.stringMatching(/^atrium_restore_/) }]);
  const { rows } = await client.query<{ owner: string }>(
    `select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace in ('public'::regnamespace, 'runtime'::regnamespace, 'jobs'::regnamespace)`,
  );
  expect(rows).toEqual([{ owner: place.connection.user }]);
  const roles = await client.query("select from pg_roles where rolname like 'atrium_restore%'");
  expect(roles.rowCount).toBe(0);
});

test('the tables of the queue are those that backups of this release name', () => {
  // Where this fails, the library makes others: keep the statements of the version before in `listQueueStatements`.
  expect(listQueueStatements().map(({ version }) => version)).toEqual([43]);
});
