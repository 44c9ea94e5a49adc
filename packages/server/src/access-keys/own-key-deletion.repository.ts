import type { Store } from '../database/schema.ts';
import type { OwnKeyRow } from './own-key.repository.ts';

/** Deletes those that a person has got since a time; returns their names. */
export async function deleteOwnKeysSince(
  db: Store,
  { userId, domainId }: Pick<OwnKeyRow, 'userId' | 'domainId'>,
  since: Date,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('ownKeys')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('createdOn', '>=', since)
    .returning('label')
    .execute();
  return rows.map(({ label }) => label);
}

/** Those of everyone who belongs to a domain. */
export async function deleteOwnKeysOf(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('keyRequests').where('domainId', '=', domainId).execute();
  await db.deleteFrom('ownKeys').where('domainId', '=', domainId).execute();
}
