import { deleteOldRows } from '../../database/old-rows.ts';
import type { Store } from '../../database/schema.ts';

/**
 * Removes accounts that were never confirmed and cannot be by a link that was sent; their usernames are free again.
 * Invitations stay with their parents.
 */
export async function updateUnconfirmedRemoved(db: Store, createdBefore: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ removedOn: now, passwordHash: null })
    .where('emailConfirmedOn', 'is', null)
    .where('removedOn', 'is', null)
    .where('parentId', 'is', null)
    .where('createdOn', '<', createdBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oneTimeTokens')
            .select('oneTimeTokens.userId')
            .whereRef('oneTimeTokens.userId', '=', 'users.id')
            .where('purpose', '=', 'confirm')
            .where('usedOn', 'is', null)
            .where('expiresOn', '>', now),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Sessions that can no longer be continued, with their refresh tokens. */
export async function deleteOldSessions(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'sessions', column: 'endedOn', before });
  await deleteOldRows(db, { table: 'sessions', column: 'expiresOn', before });
}

export async function deleteOldTokens(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'oneTimeTokens', column: 'expiresOn', before });
  await deleteOldRows(db, { table: 'refreshTokens', column: 'expiresOn', before });
}

/** Devices whose cookie is gone by now. */
export async function deleteOldDevices(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'knownDevices', column: 'lastUsedOn', before });
}

export async function deleteOldAttempts(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'attemptCounts', column: 'windowStartedOn', before });
}
