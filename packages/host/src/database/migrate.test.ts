import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/databases.ts';
import { openPool } from './connection.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let db: Kysely<unknown>;
let folder: string;
let schema: string;
let count = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.connection);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
  schema = `migrate_${count++}`;
  await write('0001_a.sql', 'create table a (id int);');
  await write('0002_b.sql', 'create table b (id int);\ninsert into a values (1);');
});

afterEach(() => rm(folder, { recursive: true }));

function write(name: string, text: string) {
  return writeFile(join(folder, name), text);
}

const apply = () => migrate(db, folder, { schema });

test('applies files in order, each once', async () => {
  expect(await apply()).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(await apply()).toEqual([]);
  await write('0003_c.sql', 'insert into a values (2)');
  expect(await apply()).toEqual(['0003_c.sql']);
  const { rows } = await sql`select count(*) as count from ${sql.id(schema, 'a')}`.execute(db);
  expect(rows).toEqual([{ count: 2 }]);
});

test('many processes that start together apply each file once', async () => {
  const applied = await Promise.all([apply(), apply(), apply(), apply()]);
  expect(applied.flat().toSorted()).toEqual(['0001_a.sql', '0002_b.sql']);
});

test('a broken migration is undone and named with its line', async () => {
  await apply();
  await write('0003_c.sql', 'create table c (id int);\ncreate tabel d (id int);');
  await expect(apply()).rejects.toThrow(
    'The migration 0003_c.sql failed and was undone: syntax error at or near "tabel" (line 2).',
  );
  const { rows } = await sql`select to_regclass(${`${schema}.c`}) as c`.execute(db);
  expect(rows).toEqual([{ c: null }]);
});

test('a migration that was changed after it had been applied stops the start', async () => {
  await apply();
  await write('0001_a.sql', 'create table a (id bigint);');
  await expect(apply()).rejects.toThrow('The migration 0001_a.sql was changed after it had been applied');
});

test('a database of a newer Atrium stops the start', async () => {
  await apply();
  await rm(join(folder, '0002_b.sql'));
  await expect(apply()).rejects.toThrow(
    'has the migration 0002_b.sql, which is newer than this version of Atrium',
  );
});

test('a database that begins with another baseline is refused by name, and left as it is', async () => {
  await apply();
  await rm(join(folder, '0001_a.sql'));
  await rm(join(folder, '0002_b.sql'));
  await write('0001_baseline.sql', 'create table c (id int);');
  await expect(apply()).rejects.toThrow(
    'made by an Atrium before 0.2.0: it begins with the migration 0001_a.sql',
  );
  const { rows } = await sql`select to_regclass(${`${schema}.a`}) is not null as a,
    to_regclass(${`${schema}.c`}) as c`.execute(db);
  expect(rows).toEqual([{ a: true, c: null }]);
});

test('a migration that comes before an applied one stops the start', async () => {
  await apply();
  await write('0001_b.sql', 'select 1');
  await expect(apply()).rejects.toThrow('0001_b.sql comes before 0002_b.sql');
});

test('of several migrations one of which is broken none is applied', async () => {
  await write('0002_b.sql', 'create tabel b (id int);');
  await expect(apply()).rejects.toThrow('The migration 0002_b.sql failed and was undone');
  const { rows } = await sql`select to_regclass(${`${schema}.a`}) as a`.execute(db);
  expect(rows).toEqual([{ a: null }]);
  await write('0002_b.sql', 'create table b (id int);');
  expect(await apply()).toEqual(['0001_a.sql', '0002_b.sql']);
});

test('an older process goes on over what a newer one calls compatible, and over nothing else', async () => {
  await apply();
  await write('0003_c.sql', '-- compatible: no one knows the table yet.\ncreate table c (id int);');
  await apply();
  await rm(join(folder, '0003_c.sql'));
  expect(await apply()).toEqual([]);

  // What it would have to apply comes before what is there.
  await write('0002_c.sql', 'create table d (id int);');
  await expect(apply()).rejects.toThrow(
    'has the migration 0003_c.sql, which is newer than this version of Atrium',
  );
  await rm(join(folder, '0002_c.sql'));

  await write('0003_c.sql', '-- compatible: no one knows the table yet.\ncreate table c (id int);');
  await write('0004_d.sql', '-- breaking: nothing reads it any more.\ndrop table b;');
  await apply();
  await rm(join(folder, '0003_c.sql'));
  await rm(join(folder, '0004_d.sql'));
  await expect(apply()).rejects.toThrow(
    'has the migration 0004_d.sql, which is newer than this version of Atrium',
  );
});

test('what a migration waits for holds up no one for long, and it is tried again', async () => {
  await apply();
  await write('0003_c.sql', '-- compatible: no one reads it.\nalter table a add column name text;');
  const other = openPool<unknown>(database.connection);
  const patience = { lockMs: 100, pauseMs: 50, allMs: 60_000 };
  const holder = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = other.transaction().execute(async (transaction) => {
    await sql`select from ${sql.id(schema, 'a')}`.execute(transaction);
    held.resolve();
    await holder.promise;
  });
  await held.promise;
  const impatient = migrate(db, folder, { schema, patience: { ...patience, allMs: 0 } });
  await expect(impatient).rejects.toThrow(
    '0003_c.sql was undone: others held a lock that it needs for too long',
  );
  const applied = migrate(db, folder, { schema, patience });
  // Readers get their turn between two tries.
  await sql`select from ${sql.id(schema, 'a')}`.execute(other);
  holder.resolve();
  await holding;
  expect(await applied).toEqual(['0003_c.sql']);
  await other.destroy();
});
