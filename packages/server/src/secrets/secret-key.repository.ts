import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Until the end of the transaction no one else changes which key is current. */
export async function lockSecretKeys(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.secret_keys'))`.execute(transaction);
}

/** Until the end of the transaction the current key stays current; any number may hold this at once. */
export async function lockSecretKeysShared(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('atrium.secret_keys'))`.execute(transaction);
}

export async function findCurrentSecretKeyId(db: Store): Promise<string | undefined> {
  const row = await db.selectFrom('secretKeys').select('id').where('isCurrent', '=', true).executeTakeFirst();
  return row?.id;
}

/** Keys that may still be needed for reading, besides the current one. */
export async function listRetiringSecretKeyIds(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('secretKeys')
    .select('id')
    .where('isCurrent', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateCurrentSecretKey(db: Store, id: string, now: Date): Promise<void> {
  await db.updateTable('secretKeys').set({ isCurrent: false }).where('isCurrent', '=', true).execute();
  await db
    .insertInto('secretKeys')
    .values({ id, isCurrent: true, createdOn: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ isCurrent: true }))
    .execute();
}

export async function deleteRetiringSecretKeys(db: Store): Promise<void> {
  await db.deleteFrom('secretKeys').where('isCurrent', '=', false).execute();
}
