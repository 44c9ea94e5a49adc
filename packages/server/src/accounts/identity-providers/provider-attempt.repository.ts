import type { Insertable, Selectable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { IdentityProviderTables } from './identity-provider.tables.ts';

export type ProviderAttempt = Pick<
  Selectable<IdentityProviderTables['providerAttempts']>,
  'codeVerifier' | 'isConfirmation' | 'nextPath' | 'nonce' | 'providerId'
>;

export async function insertProviderAttempt(
  db: Store,
  attempt: Insertable<Database['providerAttempts']>,
): Promise<void> {
  await db.insertInto('providerAttempts').values(attempt).execute();
}

/** Uses an attempt up, in the same browser and for the same purpose. Of concurrent calls, one succeeds. */
export function deleteProviderAttempt(
  db: Store,
  { stateHash, browserHash, userId }: { stateHash: Buffer; browserHash: Buffer; userId: string | null },
  now: Date,
): Promise<ProviderAttempt | undefined> {
  return db
    .deleteFrom('providerAttempts')
    .where('stateHash', '=', stateHash)
    .where('browserHash', '=', browserHash)
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresOn', '>', now)
    .returning(['codeVerifier', 'isConfirmation', 'nextPath', 'nonce', 'providerId'])
    .executeTakeFirst();
}

/** Deletes a user's attempts to connect a provider. */
export async function deleteProviderAttemptsOf(db: Store, userId: string): Promise<void> {
  await db.deleteFrom('providerAttempts').where('userId', '=', userId).execute();
}

export async function deleteOldProviderAttempts(db: Store, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('providerAttempts').where('expiresOn', '<', expiredBefore).execute();
}
