import { CamelCasePlugin, Kysely as Database, type Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/databases.ts';
import { openPool } from './connection.ts';

interface Tables {
  oddThings: { thingId: number; isHTMLPage: boolean; line1: string; fields: unknown };
}

let database: TestDatabase;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool<Tables>(database.connection);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('names are snake_case in SQL and camelCase here, but for what is inside a JSON column', async () => {
  await db.schema
    .createTable('oddThings')
    .addColumn('thingId', 'integer', (column) => column.primaryKey())
    .addColumn('line1', 'text')
    .addColumn('fields', 'jsonb')
    .execute();
  const fields = '{"snake_case":1,"camelCase":[{"an_item":null}]}';
  const row = { thingId: 1, line1: 'one', fields };
  const written = await db
    .insertInto('oddThings')
    .values(row as never)
    .returningAll()
    .execute();
  expect(written).toEqual([{ ...row, fields: JSON.parse(fields) as unknown }]);
  const { rows } = await sql`select column_name from information_schema.columns
    where table_name = 'odd_things' order by 1`.execute(db);
  expect(rows.map((each) => (each as { columnName: string }).columnName)).toEqual([
    'fields',
    'line1',
    'thing_id',
  ]);
  const raw =
    await sql`select ${sql.ref('oddThings.thingId')} as "asIs", thing_id from ${sql.table('oddThings')}`.execute(
      db,
    );
  expect(raw.rows).toEqual([{ asIs: 1, thingId: 1 }]);
  expect(await db.selectFrom('oddThings').select('thingId').where('thingId', '=', 2).execute()).toEqual([]);
});

test('the SQL is the one that the plugin of Kysely writes', () => {
  const plugin = new Database<Tables>({
    dialect: new PostgresDialect({ pool: {} as never }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  const query = (each: Kysely<Tables>) =>
    each
      .with('picked', (inner) => inner.selectFrom('oddThings as anyThings').selectAll('anyThings'))
      .selectFrom('picked')
      .innerJoin('oddThings', 'oddThings.thingId', 'picked.thingId')
      .select(({ fn, ref }) => ['picked.isHTMLPage as asHTML', fn.max(ref('picked.line1')).as('lastLine')])
      .groupBy('picked.isHTMLPage')
      .orderBy('lastLine')
      .compile().sql;
  expect(query(db)).toBe(query(plugin));
});
