import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

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
    .selectFrom('attemptCounts')
    .select(['subject', 'attempts', 'windowStartedOn'])
    .where('subject', 'in', subjects)
    .where('windowStartedOn', '>', windowsSince)
    .orderBy('subject')
    .execute();
}

/** Counts one more for each subject; a window that is over starts again. */
export async function updateAttempts(
  db: Store,
  subjects: readonly string[],
  now: Date,
  windowsSince: Date,
): Promise<AttemptCount[]> {
  // Sorted, so that two callers lock the same rows in the same order.
  const rows = [...new Set(subjects)]
    .sort()
    .map((subject) => ({ subject, attempts: 1, windowStartedOn: now }));
  const isOver = sql<boolean>`attempt_counts.window_started_on <= ${windowsSince}`;
  return db
    .insertInto('attemptCounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        attempts: sql`case when ${isOver} then 1 else attempt_counts.attempts + 1 end`,
        windowStartedOn: sql`case when ${isOver} then ${now} else attempt_counts.window_started_on end`,
      }),
    )
    .returning(['subject', 'attempts', 'windowStartedOn'])
    .execute();
}

export async function deleteAttempts(db: Store, subjects: readonly string[]): Promise<void> {
  await db.deleteFrom('attemptCounts').where('subject', 'in', subjects).execute();
}

/** Deletes all subjects that begin with a text. */
export async function deleteAttemptsFrom(db: Store, start: string): Promise<void> {
  await db.deleteFrom('attemptCounts').where(sql<boolean>`starts_with(subject, ${start})`).execute();
}
