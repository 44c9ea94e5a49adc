import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface AttemptCount {
  subject: string;
  attempts: number;
  windowStartedOn: Date;
}

/** Counts of subjects whose window is still open. */
export async function listAttempts(
  db: Store,
  subjects: readonly string[],
  windowsSince: Date,
): Promise<AttemptCount[]> {
  return db
    .selectFrom('attempt_counts')
    .select(['subject', 'attempts', 'window_started_on as windowStartedOn'])
    .where('subject', 'in', subjects)
    .where('window_started_on', '>', windowsSince)
    .orderBy('subject')
    .execute();
}

/** Counts one more for each subject; a window that is over starts anew. */
export async function updateAttempts(
  db: Store,
  subjects: readonly string[],
  now: Date,
  windowsSince: Date,
): Promise<AttemptCount[]> {
  // Sorted, so that two callers lock the same rows in the same order.
  const rows = [...new Set(subjects)]
    .sort()
    .map((subject) => ({ subject, attempts: 1, window_started_on: now }));
  const isOver = sql<boolean>`attempt_counts.window_started_on <= ${windowsSince}`;
  return db
    .insertInto('attempt_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        attempts: sql`case when ${isOver} then 1 else attempt_counts.attempts + 1 end`,
        window_started_on: sql`case when ${isOver} then ${now} else attempt_counts.window_started_on end`,
      }),
    )
    .returning(['subject', 'attempts', 'window_started_on as windowStartedOn'])
    .execute();
}

export async function deleteAttempts(db: Store, subject: string): Promise<void> {
  await db.deleteFrom('attempt_counts').where('subject', '=', subject).execute();
}
