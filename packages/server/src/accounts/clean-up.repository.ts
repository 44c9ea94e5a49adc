import type { Store } from '../database/schema.ts';

/** Removes accounts that were never confirmed; their usernames are free again. Invitations stay with their parents. */
export async function updateUnconfirmedRemoved(db: Store, createdBefore: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ removedOn: now, passwordHash: null })
    .where('emailConfirmedOn', 'is', null)
    .where('removedOn', 'is', null)
    .where('parentId', 'is', null)
    .where('createdOn', '<', createdBefore)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Sessions that can no longer be continued, with their refresh tokens. */
export async function deleteOldSessions(db: Store, overBefore: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('endedOn', '<', overBefore), where('expiresOn', '<', overBefore)]))
    .execute();
}

export async function deleteOldTokens(db: Store, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('oneTimeTokens').where('expiresOn', '<', expiredBefore).execute();
  await db.deleteFrom('refreshTokens').where('expiresOn', '<', expiredBefore).execute();
}

/** Devices whose cookie is gone by now. */
export async function deleteOldDevices(db: Store, usedBefore: Date): Promise<void> {
  await db.deleteFrom('knownDevices').where('lastUsedOn', '<', usedBefore).execute();
}

export async function deleteOldAttempts(db: Store, startedBefore: Date): Promise<void> {
  await db.deleteFrom('attemptCounts').where('windowStartedOn', '<', startedBefore).execute();
}

export async function deleteOldDevelopmentMails(db: Store, createdBefore: Date): Promise<void> {
  await db.deleteFrom('developmentMails').where('createdOn', '<', createdBefore).execute();
}
