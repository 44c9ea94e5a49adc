import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { SealedColumn } from '../../secrets/sealed-column.ts';
import type { UserKey } from '../people/user.repository.ts';

const ROWS_AT_ONCE = 100;

export const authenticatorColumn: SealedColumn = {
  name: 'authenticators.secret',
  list: (db, prefix) =>
    db
      .selectFrom('authenticators')
      .select(['id as row', 'secret as text'])
      .where(sql<boolean>`not starts_with(secret, ${prefix})`)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  async update(db, { row, text }, secret) {
    await db
      .updateTable('authenticators')
      .set({ secret })
      .where('id', '=', row)
      .where('secret', '=', text)
      .execute();
  },
};

export type Authenticator = Pick<
  Selectable<Database['authenticators']>,
  'confirmedOn' | 'createdOn' | 'id' | 'lastStep' | 'lastUsedOn' | 'name' | 'secret'
>;

/** All authenticators of a user, oldest first, including new ones that wait for their first code. */
export function listAuthenticators(db: Store, { userId, domainId }: UserKey): Promise<Authenticator[]> {
  return db
    .selectFrom('authenticators')
    .select(['id', 'name', 'secret', 'lastStep', 'createdOn', 'confirmedOn', 'lastUsedOn'])
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

export async function insertAuthenticator(
  db: Store,
  authenticator: Insertable<Database['authenticators']>,
): Promise<void> {
  await db.insertInto('authenticators').values(authenticator).execute();
}

/** Notes that the code of a step was accepted; false if that step, or a later one, was before. */
export async function updateAuthenticatorUsed(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ lastStep: step, lastUsedOn: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where((where) => where.or([where('lastStep', 'is', null), where('lastStep', '<', String(step))]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function updateAuthenticatorConfirmed(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
  { name, now }: { name: string; now: Date },
): Promise<void> {
  await db
    .updateTable('authenticators')
    .set({ name, confirmedOn: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .execute();
}

export async function updateAuthenticatorName(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('confirmedOn', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes one of a user's authenticators, all unconfirmed ones, or all. */
export async function deleteAuthenticators(
  db: Store,
  { userId, domainId }: UserKey,
  which: { id: string } | 'all' | 'unconfirmed',
): Promise<void> {
  let deletion = db
    .deleteFrom('authenticators')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId);
  if (which === 'unconfirmed') deletion = deletion.where('confirmedOn', 'is', null);
  else if (which !== 'all') deletion = deletion.where('id', '=', which.id);
  await deletion.execute();
}

/** Deletes authenticators that were never confirmed with a code. */
export async function deleteAbandonedAuthenticators(db: Store, createdBefore: Date): Promise<void> {
  await db
    .deleteFrom('authenticators')
    .where('confirmedOn', 'is', null)
    .where('createdOn', '<', createdBefore)
    .execute();
}
