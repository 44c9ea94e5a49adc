import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/databases.ts';
import { openPool } from './connection.ts';
import { PreparedStatements } from './prepared-statements.ts';

async function openOne() {
  const database = await cloneDatabase();
  const db = openPool({ ...database.connection, max: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  const listPrepared = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    );
    return rows.map(({ statement }) => statement);
  };
  return { db, listPrepared };
}

test('the server keeps what it made of a statement that comes often, and of no other', async () => {
  const { db, listPrepared } = await openOne();
  for (let value = 1; value <= 20; value += 1) {
    const { rows } = await sql`select ${value}::int as value`.execute(db);
    expect(rows).toEqual([{ value }]);
  }
  await sql`select ${'once'}::text as value`.execute(db);
  for (let times = 0; times < 20; times += 1) await sql`select 1`.execute(db);
  expect(await listPrepared()).toEqual(['select $1::int as value']);
});

test('a statement that failed, or whose transaction was rolled back, is sent again', async () => {
  const { db } = await openOne();
  const divide = (by: number) => sql<{ value: number }>`select 12 / ${by}::int as value`.execute(db);
  for (let times = 0; times < 10; times += 1) {
    await expect(divide(0)).rejects.toThrow('division by zero');
    await expect(
      db.transaction().execute(async (transaction) => {
        await sql`select 12 / ${3}::int as value`.execute(transaction);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect((await divide(3)).rows).toEqual([{ value: 4 }]);
  }
});

test('a column that a later release adds breaks nothing', async () => {
  const { db } = await openOne();
  await sql`create table things (id int primary key)`.execute(db);
  await sql`insert into things values (1)`.execute(db);
  const readAll = () => sql`select * from things where id = ${1}`.execute(db);
  const readOne = () => sql`select id from things where id = ${1}`.execute(db);
  for (let times = 0; times < 10; times += 1) {
    await readAll();
    await readOne();
  }
  await sql`alter table things add column name text`.execute(db);
  expect((await readAll()).rows).toEqual([{ id: 1, name: null }]);
  expect((await readOne()).rows).toEqual([{ id: 1 }]);
});

test('no more are prepared than memory is meant for', () => {
  const statements = new PreparedStatements();
  const nameOf = (text: string) => {
    for (let times = 0; times < 4; times += 1) statements.nameOf(text);
    return statements.nameOf(text);
  };
  const names = Array.from({ length: 300 }, (_, index) => nameOf(`select $1 + ${index}`));
  expect(new Set(names.slice(0, 200)).size).toBe(200);
  expect(names.slice(200)).toEqual(Array.from({ length: 100 }, () => undefined));
  expect(nameOf('select $1 + 0')).toBe(names[0]);
  expect(new PreparedStatements().nameOf(`select $1 ${'x'.repeat(10_000)}`)).toBeUndefined();
});
