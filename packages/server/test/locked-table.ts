import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { openDatabase } from '../src/database/connection.ts';

/** How many connections to the database of a test wait for a lock. */
export async function countWaitingForLocks<Tables>(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows.length;
}

/**
 * Runs work while a table is locked, as on a database that is slow at the wrong moment; reads too if they should wait.
 */
export async function whileLocked(
  connection: pg.PoolConfig,
  table: string,
  work: () => Promise<void>,
  mode: 'access share' | 'share' | 'access exclusive' = 'share',
): Promise<void> {
  const db = openDatabase(connection);
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(transaction);
      await work();
    });
  } finally {
    await db.destroy();
  }
}
