import { sql } from 'kysely';
import type { Database, Store } from './schema.ts';

/** Deleted by one statement: few enough that no one waits for it, and that it ends long before its time-out. */
const AT_ONCE = 2_000;

interface OldRows<Table extends keyof Database> {
  /** Not one in parts: the place of a row, by which it is deleted, is one in each part. */
  table: Table;
  /** A time or a day. */
  column: keyof Database[Table] & string;
  before: Date | string;
  /** Keeps rows that have a value in this column. */
  without?: keyof Database[Table] & string;
  /** Fewer where rows are large. */
  atOnce?: number;
}

/** Deletes the rows of before a time, a batch after the other, each in a transaction of its own. */
export async function deleteOldRows<Table extends keyof Database>(
  db: Store,
  { table, column, before, without, atOnce = AT_ONCE }: OldRows<Table>,
): Promise<void> {
  const isFree = without === undefined ? sql`true` : sql`${sql.ref(without)} is null`;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${isFree} limit ${atOnce}))`.execute(
      db,
    );
    if (Number(numAffectedRows) < atOnce) return;
  }
}
