import { type Selectable, sql, type Updateable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { SealedColumn } from '../secrets/sealed-column.ts';
import type { ConnectionsTables } from './connections.tables.ts';

export type StoredConnection = Selectable<ConnectionsTables['connections']>;

interface ConnectionKey {
  domainId: string;
  id: string;
}

const sealedColumn = (column: 'secret' | 'nextSecret', name: string): SealedColumn => ({
  name,
  list: (db, prefix) =>
    db
      .selectFrom('connections')
      .select(['id as row', sql<string>`${sql.ref(column)}`.as('text')])
      .where(sql<boolean>`not starts_with(${sql.ref(column)}, ${prefix})`)
      .orderBy('id')
      .limit(100)
      .execute(),
  async update(db, { row, text }, sealed) {
    await db
      .updateTable('connections')
      .set({ [column]: sealed })
      .where('id', '=', row)
      .where(column, '=', text)
      .execute();
  },
});

export const connectionSecretColumn = sealedColumn('secret', 'connections.secret');
export const nextSecretColumn = sealedColumn('nextSecret', 'connections.next_secret');

/** Serializes changes of the domain's connections until the end of the transaction. */
export async function lockConnections(transaction: Store, domainId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`atrium.connections.${domainId}`}, 0))`.execute(
    transaction,
  );
}

export function listStoredConnections(db: Store, domainId: string): Promise<StoredConnection[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('isDefault', 'desc')
    .orderBy('name')
    .execute();
}

export function findConnection(
  db: Store,
  { domainId, id }: ConnectionKey,
): Promise<StoredConnection | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks the row until the end of the transaction. */
export function lockConnection(
  transaction: Store,
  { domainId, id }: ConnectionKey,
): Promise<StoredConnection | undefined> {
  return transaction
    .selectFrom('connections')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertConnection(transaction: Store, row: StoredConnection): Promise<void> {
  await transaction.insertInto('connections').values(row).execute();
}

export async function updateConnectionRow(
  transaction: Store,
  { domainId, id }: ConnectionKey,
  values: Omit<Updateable<ConnectionsTables['connections']>, 'id' | 'domainId' | 'isDefault'>,
): Promise<void> {
  await transaction
    .updateTable('connections')
    .set(values)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .execute();
}

export async function updateDefaultConnection(
  transaction: Store,
  { domainId, id }: ConnectionKey,
): Promise<void> {
  // In two steps, because the index allows no two defaults even within a statement.
  await transaction
    .updateTable('connections')
    .set({ isDefault: false })
    .where('domainId', '=', domainId)
    .where('isDefault', '=', true)
    .execute();
  await transaction
    .updateTable('connections')
    .set({ isDefault: true })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .execute();
}

export async function deleteConnectionRow(
  transaction: Store,
  { domainId, id }: ConnectionKey,
): Promise<void> {
  await transaction.deleteFrom('connections').where('domainId', '=', domainId).where('id', '=', id).execute();
}

export async function findOldestConnectionId(db: Store, domainId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('domainId', '=', domainId)
    .orderBy('createdOn')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function deleteConnectionsOf(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('connections').where('domainId', '=', domainId).execute();
}
