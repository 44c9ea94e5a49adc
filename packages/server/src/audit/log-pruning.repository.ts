import { type Kysely, sql } from 'kysely';
import { addIdParts, dropIdParts } from '../database/id-parts.ts';
import type { Database } from '../database/schema.ts';

const LOG = { name: 'log_entries', key: 'id' };

/** Creates the parts of the months to come. */
export function insertLogParts(db: Kysely<Database>, now: Date): Promise<void> {
  return addIdParts(db, LOG, now);
}

/** Drops the parts of months before a time, with all their entries. */
export function deleteLogParts(db: Kysely<Database>, before: Date): Promise<void> {
  return dropIdParts(db, LOG, before, async (transaction, part) => {
    const { rows } = await sql`select from ${sql.table(part)} where created_on >= ${before} limit 1`.execute(
      transaction,
    );
    return rows.length === 0;
  });
}

/** Deletes up to `atOnce` entries of before a time, of all domains. Returns how many. */
export function deleteSomeEntries(db: Kysely<Database>, before: Date, atOnce: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // The database deletes none that is younger, whatever the statement says.
    await sql`select set_config('atrium.log_goes_before', ${before.toISOString()}, true)`.execute(
      transaction,
    );
    const { numDeletedRows } = await transaction
      .deleteFrom('logEntries')
      .where('id', 'in', (some) =>
        some
          .selectFrom('logEntries')
          .select('id')
          .where('createdOn', '<', before)
          .orderBy('createdOn')
          .orderBy('id')
          .limit(atOnce),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
