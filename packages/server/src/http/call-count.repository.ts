import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

interface CallCount {
  subject: string;
  minute: number;
  calls: number;
}

/** Adds the calls that a process has counted; returns what all processes have. Calls of a minute that is over do not count. */
export async function upsertCallCounts(db: Store, counted: readonly CallCount[]): Promise<CallCount[]> {
  // Sorted, so that two processes lock the same rows in the same order.
  const rows = counted.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  if (rows.length === 0) return [];
  return db
    .insertInto('callCounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        calls: sql<number>`case when call_counts.minute = excluded.minute then call_counts.calls + excluded.calls
                                when call_counts.minute > excluded.minute then call_counts.calls
                                else excluded.calls end`,
        minute: sql<number>`greatest(call_counts.minute, excluded.minute)`,
      }),
    )
    .returningAll()
    .execute();
}

/** Leaves those that another process is counting at this moment. */
export async function deleteCallCounts(db: Store, beforeMinute: number): Promise<void> {
  await db
    .deleteFrom('callCounts')
    .where('subject', 'in', (query) =>
      query
        .selectFrom('callCounts')
        .select('subject')
        .where('minute', '<', beforeMinute)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}
