import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface SigningKey {
  id: string;
  privateJwk: JWK;
}

/** Until the end of the transaction no one else creates a key. */
export async function lockSigningKeys(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.signing_keys'))`.execute(transaction);
}

/** The newest key; it signs. */
export async function findNewestSigningKey(db: Store): Promise<SigningKey | undefined> {
  return (await listSigningKeys(db))[0];
}

/** All keys, newest first: older ones still verify. */
export async function listSigningKeys(db: Store): Promise<SigningKey[]> {
  return db
    .selectFrom('signingKeys')
    .select(['id', 'privateJwk'])
    .orderBy('createdOn', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertSigningKey(db: Store, key: SigningKey, createdOn: Date): Promise<void> {
  await db
    .insertInto('signingKeys')
    .values({ ...key, privateJwk: JSON.stringify(key.privateJwk), createdOn })
    .execute();
}
