import type { EntryQuery } from '@atrium/contract/service-api/content-entry';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface StoredEntry {
  id: string;
  document: Record<string, unknown>;
}

/** Whose collection it is. Every query names it. `db` may be a test's own copy of the table. */
export interface Collection {
  domainId: string;
  collection: string;
}

const ROWS_PER_STATEMENT = 1_000;

export async function listEntries(db: Store, place: Collection, query: EntryQuery) {
  const { where, sortBy, descending, page, size } = query;
  const found = entriesOf(db, place).where(sql<boolean>`document @> ${JSON.stringify(where)}::jsonb`);
  const direction = descending ? 'desc' : 'asc';
  const entries = await found
    .select(['id', 'document'])
    .$if(sortBy !== undefined, (sorted) => sorted.orderBy(sql`document -> ${sortBy}::text`, direction))
    .orderBy('id', direction)
    .limit(size)
    .offset(page * size)
    .execute();
  const { count } = await found
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { entries, totalElements: Number(count) };
}

export async function findEntry(db: Store, place: Collection, id: string): Promise<StoredEntry | undefined> {
  return entriesOf(db, place).select(['id', 'document']).where('id', '=', id).executeTakeFirst();
}

/** Returns false if there is an entry of that id already. */
export async function insertEntry(
  db: Store,
  place: Collection,
  entry: StoredEntry,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('entry')
    .values(toRow(place, entry, false, at))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces a document if it is still the one that was read; returns false if someone else was faster. */
export async function updateEntry(
  db: Store,
  place: Collection,
  entry: StoredEntry,
  before: Record<string, unknown>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('entry')
    .set({ document: JSON.stringify(entry.document), isConfigured: false, modifiedOn: at })
    .where('domainId', '=', place.domainId)
    .where('collection', '=', place.collection)
    .where('id', '=', entry.id)
    .where(sql<boolean>`document = ${JSON.stringify(before)}::jsonb`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteEntry(db: Store, place: Collection, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('entry')
    .where('domainId', '=', place.domainId)
    .where('collection', '=', place.collection)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Deletes what a configuration brought; what was written since stays. */
export async function deleteConfiguredEntries(transaction: Store, domainId: string): Promise<void> {
  await transaction
    .deleteFrom('entry')
    .where('domainId', '=', domainId)
    .where('isConfigured', '=', true)
    .execute();
}

export async function insertConfiguredEntries(
  transaction: Store,
  domainId: string,
  collections: ReadonlyMap<string, readonly StoredEntry[]>,
  at: Date,
): Promise<void> {
  const rows = [...collections].flatMap(([collection, entries]) =>
    entries.map((entry) => toRow({ domainId, collection }, entry, true, at)),
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await transaction
      .insertInto('entry')
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Inserts a copy of the domain's entries that only this transaction sees, under the table's own name. */
export async function insertCopyForTest(transaction: Store, domainId: string): Promise<void> {
  await sql`create temporary table entry (like runtime.entry including defaults, primary key (domain_id, collection, id))
    on commit drop`.execute(transaction);
  await sql`insert into pg_temp.entry select * from runtime.entry where domain_id = ${domainId}`.execute(
    transaction,
  );
}

function entriesOf(db: Store, { domainId, collection }: Collection) {
  return db.selectFrom('entry').where('domainId', '=', domainId).where('collection', '=', collection);
}

function toRow({ domainId, collection }: Collection, entry: StoredEntry, isConfigured: boolean, at: Date) {
  return {
    domainId,
    collection,
    id: entry.id,
    document: JSON.stringify(entry.document),
    isConfigured,
    createdOn: at,
    modifiedOn: at,
  };
}
