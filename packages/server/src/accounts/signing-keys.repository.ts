import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface SigningKey {
  id: string;
  privateJwk: JWK;
}

/** Until the end of the transaction nobody else makes a key. */
export async function lockSigningKeys(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.signing_keys'))`.execute(transaction);
}

/** The newest key; it signs. */
export async function findNewestSigningKey(db: Store): Promise<SigningKey | undefined> {
  return (await listSigningKeys(db))[0];
}

/** All keys, newest first: older ones still verify. */
export async function listSigningKeys(db: Store): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['id', 'private_jwk'])
    .orderBy('created_on', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, privateJwk: row.private_jwk }));
}

export async function insertSigningKey(db: Store, key: SigningKey, createdOn: Date): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ id: key.id, private_jwk: JSON.stringify(key.privateJwk), created_on: createdOn })
    .execute();
}
