import { notify } from '@atrium/host/database/notifications';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { SealedColumn } from '../secrets/sealed-column.ts';

/** Sent with the id of a service whose key was exchanged. */
export const SERVICE_KEYS_CHANNEL = 'atrium_service_keys';

const ROWS_AT_ONCE = 100;

/** Stored part of a shipped service's own key. */
interface StoredServiceKey {
  accessKeyId: string;
  /** A JWK, sealed. */
  privateKey: string;
}

export const serviceKeyColumn: SealedColumn = {
  name: 'service_keys.private_key',
  list: (db, prefix) =>
    db
      .selectFrom('serviceKeys')
      .select(['serviceId as row', 'privateKey as text'])
      .where(sql<boolean>`not starts_with(private_key, ${prefix})`)
      .orderBy('serviceId')
      .limit(ROWS_AT_ONCE)
      .execute(),
  async update(db, { row, text }, privateKey) {
    await db
      .updateTable('serviceKeys')
      .set({ privateKey })
      .where('serviceId', '=', row)
      .where('privateKey', '=', text)
      .execute();
  },
};

/** Two machines that start together must end with one key. */
export async function lockServiceKeys(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.service_keys'))`.execute(transaction);
}

export async function findServiceKey(db: Store, serviceId: string): Promise<StoredServiceKey | undefined> {
  return db
    .selectFrom('serviceKeys')
    .select(['accessKeyId', 'privateKey'])
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
}

/** Stores the first key of a service, or exchanges the one that it has. */
export async function upsertServiceKey(db: Store, serviceId: string, key: StoredServiceKey): Promise<void> {
  await db
    .insertInto('serviceKeys')
    .values({ serviceId, ...key })
    .onConflict((conflict) => conflict.column('serviceId').doUpdateSet(key))
    .execute();
}

/** Notifies the processes that run the service. */
export function announceServiceKey(db: Store, serviceId: string): Promise<void> {
  return notify(db, SERVICE_KEYS_CHANNEL, serviceId);
}
