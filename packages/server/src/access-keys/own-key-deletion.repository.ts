import type { Store } from '../database/schema.ts';
import type { OwnKeyRow } from './own-key.repository.ts';

type Owner = Pick<OwnKeyRow, 'userId' | 'domainId'>;

/** Deletes those that a person has got since a time, and what they have allowed to get one; returns the names of the keys. */
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

/** What a person has allowed to get a key does not get it any more. */
export async function deleteAllowedKeys(db: Store, { userId, domainId }: Owner): Promise<void> {
  await db.deleteFrom('keyRequests').where('userId', '=', userId).where('domainId', '=', domainId).execute();
}

/** Those of everyone who belongs to a domain. */
export async function deleteOwnKeysOf(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('keyRequests').where('domainId', '=', domainId).execute();
  await db.deleteFrom('ownKeys').where('domainId', '=', domainId).execute();
}
