import type { JsonWebKey } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface ServiceKey {
  accessKeyId: string;
  privateJwk: JsonWebKey;
}

/** Two machines that start together must end with one key. */
export async function lockServiceKeys(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.service_keys'))`.execute(transaction);
}

export async function findServiceKey(db: Store, serviceId: string): Promise<ServiceKey | undefined> {
  const row = await db
    .selectFrom('service_keys')
    .select(['access_key_id', 'private_jwk'])
    .where('service_id', '=', serviceId)
    .executeTakeFirst();
  return row && { accessKeyId: row.access_key_id, privateJwk: row.private_jwk };
}

export async function insertServicePrivateKey(
  db: Store,
  serviceId: string,
  { accessKeyId, privateJwk }: ServiceKey,
): Promise<void> {
  await db
    .insertInto('service_keys')
    .values({ service_id: serviceId, access_key_id: accessKeyId, private_jwk: JSON.stringify(privateJwk) })
    .execute();
}
