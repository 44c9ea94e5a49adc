import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { SealedColumn } from './sealed-column.ts';

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

export const valueKeyColumn: SealedColumn = {
  name: 'value_keys.secret_key',
  list: (db, prefix) =>
    db
      .selectFrom('valueKeys')
      .select(['id as row', 'secretKey as text'])
      .where(sql<boolean>`not starts_with(secret_key, ${prefix})`)
      .execute(),
  async update(db, { row, text }, secretKey) {
    await db
      .updateTable('valueKeys')
      .set({ secretKey })
      .where('id', '=', row)
      .where('secretKey', '=', text)
      .execute();
  },
};

export function findValueKey(db: Store): Promise<{ id: string; secretKey: string } | undefined> {
  return db.selectFrom('valueKeys').select(['id', 'secretKey']).executeTakeFirst();
}

export async function insertValueKey(db: Store, id: string, secretKey: string): Promise<void> {
  await db.insertInto('valueKeys').values({ id, secretKey }).execute();
}
