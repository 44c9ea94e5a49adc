import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** From here on it cannot be reopened. False if it was reopened meanwhile. */
export async function updateDeletionBegan(db: Store, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set(({ fn, ref, val }) => ({
      contentDeletionBeganOn: fn.coalesce(ref('contentDeletionBeganOn'), val(now)),
    }))
    .where('id', '=', id)
    .where('contentEndsOn', '<=', now)
    .where('contentDeletedOn', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** False if another process was faster. */
export async function updateContentDeleted(db: Store, id: string, contentDeletedOn: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set({ contentDeletedOn, name: 'closed', hostName: null })
    .where('id', '=', id)
    .where('contentDeletedOn', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes personal data of accounts. The rows stay, without names: invoices and the log refer to them. */
export async function deletePeople(db: Store, domainId: string, removedOn: Date): Promise<void> {
  const tables = [
    'sessions',
    'knownDevices',
    'authenticators',
    'passkeys',
    'recoveryCodes',
    'providerSignIns',
    'identities',
    'identityProviders',
    'roles',
    'functionHosts',
  ] as const;
  for (const table of tables) await db.deleteFrom(table).where('domainId', '=', domainId).execute();
  await db
    .deleteFrom('oneTimeTokens')
    .where('userId', 'in', (query) => query.selectFrom('users').select('id').where('domainId', '=', domainId))
    .execute();
  await db
    .updateTable('users')
    .set({
      username: sql<string>`'closed-' || id`,
      email: sql<string>`'closed-' || id || '@invalid'`,
      pendingEmail: null,
      firstName: '',
      lastName: '',
      passwordHash: null,
      removedOn,
    })
    .where('domainId', '=', domainId)
    .execute();
}
