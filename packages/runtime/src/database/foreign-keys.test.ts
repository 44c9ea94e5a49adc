import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/support.ts';
import { openDatabase, SCHEMA } from './connection.ts';

test('what refers to a row that is deleted is found through an index', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connection);
  const { rows } = await sql<{ isIndexed: boolean; table: string; key: string }>`
    select key.conrelid::regclass::text as "table", pg_get_constraintdef(key.oid) as key,
           exists (
             select 1 from pg_index
              where indrelid = key.conrelid and indpred is null
                and (indkey::smallint[])[0:cardinality(key.conkey) - 1] @> key.conkey) as is_indexed
      from pg_constraint as key
     where key.contype = 'f' and key.connamespace = ${SCHEMA}::regnamespace`.execute(db);
  await db.destroy();
  await database.drop();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ isIndexed }) => !isIndexed)).toEqual([]);
});
