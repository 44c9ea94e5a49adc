import type { Insertable, Selectable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';

type Row = Selectable<Database['passkeys']>;
export type Passkey = Omit<Row, 'counter'> & { counter: number };

function selectPasskeys(db: Store) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'userId',
      'domainId',
      'name',
      'credentialId',
      'publicKey',
      'counter',
      'transports',
      'createdOn',
      'lastUsedOn',
    ]);
}

const toPasskey = (row: Row): Passkey => ({ ...row, counter: Number(row.counter) });

/** Oldest first. */
export async function listPasskeys(db: Store, { userId, domainId }: UserKey): Promise<Passkey[]> {
  const rows = await selectPasskeys(db)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
  return rows.map(toPasskey);
}

/** Finds a passkey by the authenticator's credential id: the user and domain are unknown before that. */
export async function findPasskey(db: Store, credentialId: string): Promise<Passkey | undefined> {
  const row = await selectPasskeys(db).where('credentialId', '=', credentialId).executeTakeFirst();
  return row && toPasskey(row);
}

export async function insertPasskey(db: Store, passkey: Insertable<Database['passkeys']>): Promise<void> {
  await db.insertInto('passkeys').values(passkey).execute();
}

/** Notes a use; false if another one was noted since the passkey was read. */
export async function updatePasskeyUsed(
  db: Store,
  { id, userId, domainId, counter }: Passkey,
  { next, now }: { next: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: next, lastUsedOn: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('counter', '=', String(counter))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function updatePasskeyName(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes one of a user's passkeys, or all. */
export async function deletePasskeys(
  db: Store,
  { userId, domainId }: UserKey,
  which: { id: string } | 'all',
): Promise<void> {
  let deletion = db.deleteFrom('passkeys').where('userId', '=', userId).where('domainId', '=', domainId);
  if (which !== 'all') deletion = deletion.where('id', '=', which.id);
  await deletion.execute();
}
