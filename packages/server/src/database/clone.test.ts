import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { openDatabase } from './connection.ts';

test('every test file has a migrated database of its own', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const names = new Set(databases.map(({ connection }) => connection.database));
  expect(names.size).toBe(2);
  for (const { connection, drop } of databases) {
    const db = openDatabase(connection);
    const { rows } = await sql`select name from schema_migrations`.execute(db);
    expect(rows.length).toBeGreaterThan(0);
    await db.destroy();
    await drop();
  }
});
