import { sql } from 'kysely';
import { deleteOldRows } from '../database/old-rows.ts';
import type { Store } from '../database/schema.ts';

/** Counts one more mail and returns the count; a window that is over starts again. */
export async function updateCount(
  db: Store,
  subject: string,
  { now, windowsSince }: { now: Date; windowsSince: Date },
): Promise<number> {
  const isOver = sql<boolean>`mail_counts.window_started_on <= ${windowsSince}`;
  const { mails } = await db
    .insertInto('mailCounts')
    .values({ subject, mails: 1, windowStartedOn: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        mails: sql`case when ${isOver} then 1 else mail_counts.mails + 1 end`,
        windowStartedOn: sql`case when ${isOver} then ${now} else mail_counts.window_started_on end`,
      }),
    )
    .returning('mails')
    .executeTakeFirstOrThrow();
  return mails;
}

export async function updateCountLess(db: Store, subject: string): Promise<void> {
  await db
    .updateTable('mailCounts')
    .set({ mails: sql`mails - 1` })
    .where('subject', '=', subject)
    .where('mails', '>', 0)
    .execute();
}

/** Deletes all subjects that begin with a text. */
export async function deleteCountsFrom(db: Store, start: string): Promise<void> {
  await db.deleteFrom('mailCounts').where(sql<boolean>`starts_with(subject, ${start})`).execute();
}

export async function deleteOldCounts(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'mailCounts', column: 'windowStartedOn', before });
}
