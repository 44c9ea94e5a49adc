import type { Insertable, Selectable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';

export async function findKnownDevice(
  db: Store,
  { userId, domainId }: UserKey,
  tokenHash: Buffer,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('knownDevices')
    .select('id')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

/** Whether anyone signed in with this token: one browser may be used by several people. */
export async function findDeviceToken(db: Store, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('knownDevices')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Latest use first. */
export async function listKnownDevices(
  db: Store,
  { userId, domainId }: UserKey,
): Promise<Omit<Selectable<Database['knownDevices']>, 'tokenHash' | 'userId' | 'domainId'>[]> {
  return db
    .selectFrom('knownDevices')
    .select(['id', 'userAgent', 'address', 'firstUsedOn', 'lastUsedOn'])
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .orderBy('lastUsedOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Adds a device, or notes that a known one was used again. Returns its id. */
export async function insertKnownDevice(
  db: Store,
  device: Insertable<Database['knownDevices']>,
): Promise<string> {
  const { id } = await db
    .insertInto('knownDevices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'tokenHash']).doUpdateSet({
        lastUsedOn: device.lastUsedOn,
        userAgent: device.userAgent,
        address: device.address,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteKnownDevice(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
): Promise<{ userAgent: string; address: string } | undefined> {
  return db
    .deleteFrom('knownDevices')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(['userAgent', 'address'])
    .executeTakeFirst();
}
