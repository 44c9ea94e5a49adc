import { type Insertable, type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { SealedColumn } from '../secrets/sealed-column.ts';
import type { ConnectionsTables } from './connections.tables.ts';

export type StoredGrant = Selectable<ConnectionsTables['gitGrants']>;

/** Person and session that an access belongs to. */
export interface GrantOwner {
  domainId: string;
  userId: string;
  sessionId: string;
}

export const grantSecretColumn: SealedColumn = {
  name: 'git_grants.secret',
  list: (db, prefix) =>
    db
      .selectFrom('gitGrants')
      .select(['id as row', sql<string>`secret`.as('text')])
      .where(sql<boolean>`not starts_with(secret, ${prefix})`)
      .orderBy('id')
      .limit(100)
      .execute(),
  async update(db, { row, text }, secret) {
    await db
      .updateTable('gitGrants')
      .set({ secret })
      .where('id', '=', row)
      .where('secret', '=', text)
      .execute();
  },
};

export async function insertGrant(
  db: Store,
  grant: Insertable<ConnectionsTables['gitGrants']>,
): Promise<void> {
  await db.insertInto('gitGrants').values(grant).execute();
}

/** Uses the state up. Of concurrent calls, one succeeds. */
export function takeGrantState(
  db: Store,
  { domainId, userId, sessionId }: GrantOwner,
  stateHash: Buffer,
  now: Date,
): Promise<StoredGrant | undefined> {
  return db
    .updateTable('gitGrants')
    .set({ stateHash: null })
    .where('domainId', '=', domainId)
    .where('stateHash', '=', stateHash)
    .where('userId', '=', userId)
    .where('sessionId', '=', sessionId)
    .where('expiresOn', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function updateGrant(
  db: Store,
  { domainId, id }: { domainId: string; id: string },
  values: Pick<StoredGrant, 'account' | 'secret' | 'expiresOn'>,
): Promise<void> {
  await db
    .updateTable('gitGrants')
    .set(values)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .execute();
}

/** Returns undefined until the browser is back. */
export async function findGrant(
  db: Store,
  { domainId, userId, sessionId }: GrantOwner,
  id: string,
  now: Date,
): Promise<(StoredGrant & { account: string; secret: string }) | undefined> {
  const found = await db
    .selectFrom('gitGrants')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('sessionId', '=', sessionId)
    .where('expiresOn', '>', now)
    .executeTakeFirst();
  if (found === undefined || found.account === null || found.secret === null) return undefined;
  return { ...found, account: found.account, secret: found.secret };
}

/** Returns whether the grant still existed. */
export async function deleteGrant(
  db: Store,
  { domainId, id }: { domainId: string; id: string },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('gitGrants')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteExpiredGrants(db: Store, now: Date): Promise<void> {
  await db.deleteFrom('gitGrants').where('expiresOn', '<=', now).execute();
}

export async function deleteGrantsOf(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('gitGrants').where('domainId', '=', domainId).execute();
}
