import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { openDatabase } from './connection.ts';

test('a statement that takes too long is ended by the database', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connection);
  const { rows } = await sql`select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name`.execute(db);
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '60000' },
    { name: 'lock_timeout', setting: '10000' },
    { name: 'statement_timeout', setting: '30000' },
  ]);
  await db.destroy();
  await database.drop();
});
