import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/databases.ts';
import { openPool } from './connection.ts';

let database: TestDatabase;
let db: Kysely<unknown>;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.connection);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('numbers and dates come without loss', async () => {
  const { rows } = await sql`select 9007199254740991::bigint as bytes, 0.1::numeric as quantity,
    date '2026-10-31' as day, timestamptz '2026-10-31T12:00:00Z' as at`.execute(db);
  expect(rows).toEqual([
    { bytes: 9007199254740991, quantity: '0.1', day: '2026-10-31', at: new Date('2026-10-31T12:00:00Z') },
  ]);
});

test('a bigint that JavaScript cannot hold is an error, not another number', async () => {
  await expect(sql`select 9007199254740993::bigint as bytes`.execute(db)).rejects.toThrow(
    'bigint 9007199254740993 does not fit',
  );
});

test('a connection that dies is replaced', async () => {
  const other = openPool(database.connection);
  await sql`select 1`.execute(other);
  // Dies while it is taken out of the pool, and while it is idle there.
  const asleep = sql`select pg_sleep(60)`.execute(other);
  asleep.catch(() => {});
  await expect
    .poll(() =>
      sql`select from pg_stat_activity where query like 'select pg_sleep%'`
        .execute(db)
        .then(({ rows }) => rows.length),
    )
    .toBe(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  await expect
    .poll(() => sql`select 1 as one`.execute(other).then(({ rows }) => rows, String))
    .toEqual([{ one: 1 }]);
  await expect(asleep).rejects.toThrow('terminating connection');
  await other.destroy();
});
