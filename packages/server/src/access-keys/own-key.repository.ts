import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Store } from '../database/schema.ts';

export type OwnKeyRow = Selectable<Database['ownKeys']>;
type Person = Pick<OwnKeyRow, 'userId' | 'domainId'>;

/** Newest first. */
export function listOwnKeys(db: Store, { userId, domainId }: Person): Promise<OwnKeyRow[]> {
  return db
    .selectFrom('ownKeys')
    .selectAll()
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** API keys of everyone in a domain, in no order. */
export function listOwnKeysOfDomain(db: Store, domainId: string): Promise<OwnKeyRow[]> {
  return db.selectFrom('ownKeys').selectAll().where('domainId', '=', domainId).execute();
}

/** By what signs in, which names its person: only then is the domain known. */
export function findOwnKey(
  db: Store,
  by: { id: string } | { tokenHash: Buffer },
): Promise<OwnKeyRow | undefined> {
  const keys = db.selectFrom('ownKeys').selectAll();
  const found = 'id' in by ? keys.where('id', '=', by.id) : keys.where('tokenHash', '=', by.tokenHash);
  return found.executeTakeFirst();
}

/** Concurrent creations must not exceed the limit. */
export async function lockOwnKeys(transaction: Store, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.own_keys'), hashtext(${userId}))`.execute(
    transaction,
  );
}

export async function insertOwnKey(db: Store, key: Insertable<Database['ownKeys']>): Promise<void> {
  await db.insertInto('ownKeys').values(key).execute();
}

export async function updateOwnKeyUsed(
  db: Store,
  { id, domainId }: Pick<OwnKeyRow, 'id' | 'domainId'>,
  used: { lastUsedOn: Date; lastUsedAddress: string },
): Promise<void> {
  await db.updateTable('ownKeys').set(used).where('id', '=', id).where('domainId', '=', domainId).execute();
}

/** Returns the deleted key; undefined if this person has no such one. */
export function deleteOwnKey(
  db: Store,
  { userId, domainId }: Person,
  id: string,
): Promise<OwnKeyRow | undefined> {
  return db
    .deleteFrom('ownKeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .returningAll()
    .executeTakeFirst();
}
