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
  return db
    .selectFrom('serviceKeys')
    .select(['accessKeyId', 'privateJwk'])
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
}

export async function insertServicePrivateKey(
  db: Store,
  serviceId: string,
  { accessKeyId, privateJwk }: ServiceKey,
): Promise<void> {
  await db
    .insertInto('serviceKeys')
    .values({ serviceId, accessKeyId, privateJwk: JSON.stringify(privateJwk) })
    .execute();
}
