import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** A closed domain whose content is still there. */
export interface ClosedDomain {
  domainId: string;
  domain: string;
  ownerId: string;
}

/** Finds a closed domain by the name of one of its users. */
export async function findClosedDomain(db: Store, username: string): Promise<ClosedDomain | undefined> {
  return selectClosed(db)
    .where('domains.id', 'in', (query) =>
      query
        .selectFrom('users')
        .select('domainId')
        .where(sql<string>`lower(username)`, '=', username.toLowerCase())
        .where('removedOn', 'is', null),
    )
    .executeTakeFirst();
}

/** Lists closed domains due for deletion, oldest first. */
export async function listClosedDomains(db: Store, endedBy: Date, limit: number): Promise<ClosedDomain[]> {
  return selectClosed(db)
    .where('contentEndsOn', '<=', endedBy)
    .orderBy('contentEndsOn')
    .orderBy('domains.id')
    .limit(limit)
    .execute();
}

/** Closes a domain; false if it is already closed. */
export async function updateDomainClosed(
  db: Store,
  id: string,
  closing: { closedOn: Date; contentEndsOn: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set(closing)
    .where('id', '=', id)
    .where('closedOn', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Reopens a domain; false if the deletion of its content has begun. */
export async function updateDomainReopened(db: Store, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set({ closedOn: null, contentEndsOn: null })
    .where('id', '=', id)
    .where('contentDeletedOn', 'is', null)
    .where('contentDeletionBeganOn', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function selectClosed(db: Store) {
  return db
    .selectFrom('domains')
    .innerJoin('users', (join) =>
      join.onRef('users.domainId', '=', 'domains.id').on('users.parentId', 'is', null),
    )
    .select(['domains.id as domainId', 'domains.name as domain', 'users.id as ownerId'])
    .where('domains.closedOn', 'is not', null)
    .where('domains.contentDeletedOn', 'is', null);
}
