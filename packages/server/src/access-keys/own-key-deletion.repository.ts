import type { Store } from '../database/schema.ts';
import type { OwnKeyRow } from './own-key.repository.ts';

type Owner = Pick<OwnKeyRow, 'userId' | 'domainId'>;

/** Deletes a person's keys since a time, and allowed requests for keys; returns the names of the keys. */
export async function deleteOwnKeysSince(db: Store, owner: Owner, since: Date): Promise<string[]> {
  await deleteAllowedKeys(db, owner);
  const { userId, domainId } = owner;
  const rows = await db
    .deleteFrom('ownKeys')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('createdOn', '>=', since)
    .returning('label')
    .execute();
  return rows.map(({ label }) => label);
}

/** Deletes requests for keys that a person has allowed. */
export async function deleteAllowedKeys(db: Store, { userId, domainId }: Owner): Promise<void> {
  await db.deleteFrom('keyRequests').where('userId', '=', userId).where('domainId', '=', domainId).execute();
}

/** Deletes the own keys of everyone who belongs to a domain. */
export async function deleteOwnKeysOf(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('keyRequests').where('domainId', '=', domainId).execute();
  await db.deleteFrom('ownKeys').where('domainId', '=', domainId).execute();
}
