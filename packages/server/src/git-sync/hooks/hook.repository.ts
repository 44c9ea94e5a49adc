import type { OnPush, ToGit } from '@atrium/contract/connections/automation';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { SealedColumn } from '../../secrets/sealed-column.ts';
import type { GitSyncTables, StoredRefusal, StoredRequest } from '../git-sync.tables.ts';
import type { ConnectionKey } from '../state/state.repository.ts';

export type StoredHook = Selectable<GitSyncTables['connectionHooks']>;

export const hookSecretColumn: SealedColumn = {
  name: 'connection_hooks.secret',
  list: (db, prefix) =>
    db
      .selectFrom('connectionHooks')
      .select(['connectionId as row', sql<string>`secret`.as('text')])
      .where(sql<boolean>`not starts_with(secret, ${prefix})`)
      .orderBy('connectionId')
      .limit(100)
      .execute(),
  async update(db, { row, text }, secret) {
    await db
      .updateTable('connectionHooks')
      .set({ secret })
      .where('connectionId', '=', row)
      .where('secret', '=', text)
      .execute();
  },
};

export function findHook(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
): Promise<StoredHook | undefined> {
  return db
    .selectFrom('connectionHooks')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .executeTakeFirst();
}

/** Tokens are unique over all domains. */
export function findHookByToken(db: Store, token: string): Promise<StoredHook | undefined> {
  return db.selectFrom('connectionHooks').selectAll().where('token', '=', token).executeTakeFirst();
}

/** Inserts the row, or changes the given columns. */
export async function upsertHook(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  changes: Partial<Pick<StoredHook, 'token' | 'secret' | 'chosenPlace' | 'reportTo' | 'toGitPlace'>> & {
    onPush?: OnPush;
    toGit?: ToGit;
  },
): Promise<void> {
  await db
    .insertInto('connectionHooks')
    .values({ domainId, connectionId, ...changes })
    .onConflict((conflict) => conflict.columns(['domainId', 'connectionId']).doUpdateSet(changes))
    .execute();
}

export function listHooks(db: Store, domainId: string): Promise<StoredHook[]> {
  return db
    .selectFrom('connectionHooks')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('connectionId')
    .execute();
}

/** Connections of a domain to which changes made here are pushed. */
export function listSendingConnections(db: Store, domainId: string): Promise<ConnectionKey[]> {
  return db
    .selectFrom('connectionHooks')
    .select(['domainId', 'connectionId'])
    .where('domainId', '=', domainId)
    .where('toGit', '!=', 'NEVER')
    .orderBy('connectionId')
    .execute();
}

/** Locks the row, so that refusals are noted one after the other. */
export function lockHook(
  transaction: Store,
  { domainId, connectionId }: ConnectionKey,
): Promise<StoredHook | undefined> {
  return transaction
    .selectFrom('connectionHooks')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the row, inserted with its defaults if there is none, so that changes of it happen one after the other. */
export async function lockOwnHook(transaction: Store, key: ConnectionKey): Promise<StoredHook> {
  const { domainId, connectionId } = key;
  await transaction
    .insertInto('connectionHooks')
    .values({ domainId, connectionId })
    .onConflict((conflict) => conflict.columns(['domainId', 'connectionId']).doNothing())
    .execute();
  const own = await lockHook(transaction, key);
  if (own === undefined) throw new Error('The webhook of a connection was deleted while it was changed.');
  return own;
}

export async function updateOutgoing(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  { refusals, request }: { refusals?: readonly StoredRefusal[]; request?: StoredRequest | null },
): Promise<void> {
  await db
    .updateTable('connectionHooks')
    .set({
      ...(refusals && { refusals: JSON.stringify(refusals) }),
      ...(request !== undefined && { request: request && JSON.stringify(request) }),
    })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .execute();
}

/** Does nothing if a call was noted since, so that many at once don't wait for each other. */
export async function updateHookCalled(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  column: 'receivedOn' | 'refusedOn',
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await db
    .updateTable('connectionHooks')
    .set({ [column]: now })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where(({ eb, or }) => or([eb(column, 'is', null), eb(column, '<', since)]))
    .execute();
}
