import type { Store } from '../database/schema.ts';

/** Removes accounts that nobody confirmed; their usernames are free again. Invitations stay with their parents. */
export async function updateUnconfirmedRemoved(db: Store, createdBefore: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ removed_on: now, password_hash: null })
    .where('email_confirmed_on', 'is', null)
    .where('removed_on', 'is', null)
    .where('parent_id', 'is', null)
    .where('created_on', '<', createdBefore)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Sessions that nobody can go on with, and their refresh tokens with them. */
export async function deleteOldSessions(db: Store, overBefore: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('ended_on', '<', overBefore), where('expires_on', '<', overBefore)]))
    .execute();
}

export async function deleteOldTokens(db: Store, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_on', '<', expiredBefore).execute();
  await db.deleteFrom('refresh_tokens').where('expires_on', '<', expiredBefore).execute();
}

export async function deleteOldAttempts(db: Store, startedBefore: Date): Promise<void> {
  await db.deleteFrom('attempt_counts').where('window_started_on', '<', startedBefore).execute();
}

export async function deleteOldDevelopmentMails(db: Store, createdBefore: Date): Promise<void> {
  await db.deleteFrom('development_mails').where('created_on', '<', createdBefore).execute();
}
