import { type Kysely, sql } from 'kysely';
import { deleteSomeOldRows } from '../database/old-rows.ts';
import type { Database } from '../database/schema.ts';

/** Deletes up to `atOnce` entries of before a time, of all domains. Returns how many. */
export function deleteSomeEntries(db: Kysely<Database>, before: Date, atOnce: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // The database deletes none that is younger, whatever the statement says.
    await sql`select set_config('atrium.log_goes_before', ${before.toISOString()}, true)`.execute(
      transaction,
    );
    return deleteSomeOldRows(transaction, { table: 'logEntries', column: 'createdOn', before }, atOnce);
  });
}
