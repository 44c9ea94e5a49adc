import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase } from './connection.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let db: ReturnType<typeof openDatabase>;
let folder: string;
let schema: string;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connection);
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
  await expect(apply()).rejects.toThrow('has the migration 0002_b.sql, which this Atrium does not know');
});

test('a migration that comes before an applied one stops the start', async () => {
  await apply();
  await write('0001_b.sql', 'select 1');
  await expect(apply()).rejects.toThrow('0001_b.sql stands before 0002_b.sql');
});
