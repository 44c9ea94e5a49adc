import { notify } from '@atrium/host/database/notifications';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { SealedColumn } from '../../secrets/sealed-column.ts';

/** Sent whenever there is another signing key, or one less. */
export const SIGNING_KEYS_CHANNEL = 'atrium_signing_keys';

const ROWS_AT_ONCE = 100;

export interface SigningKey {
  id: string;
  /** A JWK, sealed. */
  privateKey: string;
  createdOn: Date;
  /** It is published from its creation on, and signs from then on. */
  signsFrom: Date;
}

export const signingKeyColumn: SealedColumn = {
  name: 'signing_keys.private_key',
  list: (db, prefix) =>
    db
      .selectFrom('signingKeys')
      .select(['id as row', 'privateKey as text'])
      .where(sql<boolean>`not starts_with(private_key, ${prefix})`)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  async update(db, { row, text }, privateKey) {
    await db
      .updateTable('signingKeys')
      .set({ privateKey })
      .where('id', '=', row)
      .where('privateKey', '=', text)
      .execute();
  },
};

/** Until the end of the transaction no one else creates a key. */
export async function lockSigningKeys(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.signing_keys'))`.execute(transaction);
}

/** All keys, the last to sign first: older ones still verify. */
export async function listSigningKeys(db: Store): Promise<SigningKey[]> {
  return db
    .selectFrom('signingKeys')
    .select(['id', 'privateKey', 'createdOn', 'signsFrom'])
    .orderBy('signsFrom', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertSigningKey(db: Store, key: SigningKey): Promise<void> {
  await db.insertInto('signingKeys').values(key).execute();
  await notify(db, SIGNING_KEYS_CHANNEL, key.id);
}

/** Deletes all keys but one, and notifies every process. */
export async function deleteOtherSigningKeys(db: Store, id: string): Promise<void> {
  await db.deleteFrom('signingKeys').where('id', '!=', id).execute();
  await notify(db, SIGNING_KEYS_CHANNEL, id);
}

/** Deletes the keys that another one has replaced for a while, and notifies every process. */
export async function deleteReplacedSigningKeys(db: Store, replacedBefore: Date): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('signingKeys')
    .where((where) =>
      where.exists(
        where
          .selectFrom('signingKeys as next')
          .select('next.id')
          .whereRef('next.signsFrom', '>', 'signingKeys.signsFrom')
          .where('next.signsFrom', '<=', replacedBefore),
      ),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await notify(db, SIGNING_KEYS_CHANNEL, '');
}
