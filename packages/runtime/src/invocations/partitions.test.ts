import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/support.ts';
import { openDatabase } from '../database/connection.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import { listPartitionsBefore } from './partition.repository.ts';
import { Partitions } from './partitions.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const STATEMENT_TIMEOUT_MS = 100;

test('a day of logged calls goes, also when that takes longer than a page may wait', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ ...database.connection, statement_timeout: STATEMENT_TIMEOUT_MS });
  const old = new Partitions(db);
  await old.ensure(['2026-11-01']);
  let dropping: Promise<void> | undefined;
  await db.transaction().execute(async (transaction) => {
    await sql`lock table runtime.invocation_20261101 in row exclusive mode`.execute(transaction);
    dropping = old.drop(NOW, 14);
    dropping.catch(() => {});
    // Waiting for a lock takes the time of a statement, as reading the day would.
    await expect.poll(() => countWaiting(db)).toBe(1);
    await sleep(2 * STATEMENT_TIMEOUT_MS);
  });
  await dropping;
  expect(await listPartitionsBefore(db, '2026-11-05')).toEqual([]);
  await db.destroy();
  await database.drop();
});

async function countWaiting(db: Kysely<RuntimeDatabase>): Promise<number> {
  const { rows } = await sql`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and not granted`.execute(db);
  return rows.length;
}
