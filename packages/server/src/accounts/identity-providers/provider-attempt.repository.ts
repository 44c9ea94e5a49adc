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

/** Uses it up, in the browser that began it and for what it was begun. Of two that try at the same time, one gets it. */
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

/** Those with which a user connects a provider. */
export async function deleteProviderAttemptsOf(db: Store, userId: string): Promise<void> {
  await db.deleteFrom('providerAttempts').where('userId', '=', userId).execute();
}

export async function deleteOldProviderAttempts(db: Store, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('providerAttempts').where('expiresOn', '<', expiredBefore).execute();
}
