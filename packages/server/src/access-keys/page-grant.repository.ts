import type { Insertable, Selectable } from 'kysely';
import type { Database, Store } from '../database/schema.ts';

export type PageGrantRow = Selectable<Database['pageGrants']>;
type Person = Pick<PageGrantRow, 'userId' | 'domainId'>;

/** Lists grants that have not expired, newest first. */
export function listPageGrants(db: Store, { userId, domainId }: Person, now: Date): Promise<PageGrantRow[]> {
  return db
    .selectFrom('pageGrants')
    .selectAll()
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('expiresOn', '>', now)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** By the token that signs in, which names its person: only then is the domain known. */
export function findPageGrant(db: Store, tokenHash: Buffer): Promise<PageGrantRow | undefined> {
  return db.selectFrom('pageGrants').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

/** Replaces the service's grant of the previous session. */
export async function upsertPageGrant(db: Store, grant: Insertable<Database['pageGrants']>): Promise<void> {
  const { id, permissions, tokenHash, createdOn, expiresOn } = grant;
  await db
    .insertInto('pageGrants')
    .values(grant)
    .onConflict((conflict) =>
      conflict
        .constraint('page_grants_session_service')
        .doUpdateSet({ id, permissions, tokenHash, createdOn, expiresOn }),
    )
    .execute();
}

/** Returns the deleted one; undefined if this person has no such one. */
export function deletePageGrant(
  db: Store,
  { userId, domainId }: Person,
  id: string,
): Promise<PageGrantRow | undefined> {
  return db
    .deleteFrom('pageGrants')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a person's expired grants. */
export async function deleteExpiredPageGrants(
  db: Store,
  { userId, domainId }: Person,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('pageGrants')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('expiresOn', '<=', now)
    .execute();
}

/** Deletes the grants of everyone who belongs to a domain. */
export async function deletePageGrantsOf(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('pageGrants').where('domainId', '=', domainId).execute();
}
