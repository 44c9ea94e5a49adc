import type { LimitOverrides } from '@atrium/contract/limits/limit';
import type { EntryQuery } from '@atrium/contract/service-api/functions/content-entry';
import { UnprocessableError } from '@atrium/host/errors';
import { sql } from 'kysely';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';

export interface StoredEntry {
  id: string;
  document: Record<string, unknown>;
}

/** Whose collection it is. Every query names it. */
export interface Collection {
  domainId: string;
  collection: string;
  /** A test that reads and changes the entries: it sees its own changes over the live ones. */
  testId?: string;
  /** Limits of the domain that differ from the defaults; for changes. */
  limits?: LimitOverrides;
}

const MAX_PAGE_BYTES = 8 * 1024 * 1024;
const bytesOfAll = sql`sum(octet_length(document::text)) over ()`;

export async function listEntries(db: Store, place: Collection, query: EntryQuery) {
  const { where, sortBy, descending, page, size } = query;
  const found = entriesOf(db, place).where(sql<boolean>`document @> ${JSON.stringify(where)}::jsonb`);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const byId = sql`id ${direction}`;
  const order = sortBy === undefined ? byId : sql`document -> ${sortBy}::text ${direction}, ${byId}`;
  const asked = found
    .select(['id', 'document'])
    .orderBy(order)
    .limit(size)
    .offset(page * size);
  // What is too much does not leave the database: it would be taken apart in one go, beside everyone else's calls.
  const rows = await db
    .selectFrom(asked.as('page'))
    .select('id')
    .select(
      sql<StoredEntry['document'] | null>`case when ${bytesOfAll} <= ${MAX_PAGE_BYTES} then document end`.as(
        'document',
      ),
    )
    .orderBy(order)
    .execute();
  const entries = rows.map(({ id, document }) => ({ id, document: document ?? refusePage() }));
  // The whole collection is counted only where the page does not show how many there are.
  const isLast = entries.length < size && (entries.length > 0 || page === 0);
  if (isLast) return { entries, totalElements: page * size + entries.length };
  const { count } = await found
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { entries, totalElements: Number(count) };
}

export async function findEntry(db: Store, place: Collection, id: string): Promise<StoredEntry | undefined> {
  return entriesOf(db, place).select(['id', 'document']).where('id', '=', id).executeTakeFirst();
}

const sumOfBytes = sql<number>`coalesce(sum(bytes), 0)::bigint`;
const entryBytes = sql<number>`octet_length(document::text)`;

/** Returns the bytes that it takes; undefined if there is an entry of that id already. */
export async function insertEntry(
  db: Store,
  place: Collection,
  entry: StoredEntry,
  at: Date,
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('entry')
    .values(toRow(place, entry, false, at))
    .onConflict((conflict) => conflict.doNothing())
    .returning(entryBytes.as('bytes'))
    .executeTakeFirst();
  return inserted?.bytes;
}

/**
 * Replaces a document if it is still the one that was read. Returns how many bytes more it takes; undefined if someone
 * else was faster.
 */
export async function updateEntry(
  db: Store,
  place: Collection,
  entry: StoredEntry,
  before: Record<string, unknown>,
  at: Date,
): Promise<number | undefined> {
  const updated = await db
    .updateTable('entry')
    .set({ document: JSON.stringify(entry.document), isConfigured: false, modifiedOn: at })
    .where('domainId', '=', place.domainId)
    .where('collection', '=', place.collection)
    .where('id', '=', entry.id)
    .where(sql<boolean>`document = ${JSON.stringify(before)}::jsonb`)
    .returning(sql<number>`${entryBytes} - octet_length(${JSON.stringify(before)}::jsonb::text)`.as('bytes'))
    .executeTakeFirst();
  return updated?.bytes;
}

/** Returns the bytes that it took; undefined if there is no such entry. */
export async function deleteEntry(db: Store, place: Collection, id: string): Promise<number | undefined> {
  const deleted = await db
    .deleteFrom('entry')
    .where('domainId', '=', place.domainId)
    .where('collection', '=', place.collection)
    .where('id', '=', id)
    .returning(entryBytes.as('bytes'))
    .executeTakeFirst();
  return deleted?.bytes;
}

export interface EntryAmounts {
  entries: number;
  entryBytes: number;
}

/** Deletes what a configuration brought; what was written since stays. */
export async function deleteConfiguredEntries(transaction: Store, domainId: string): Promise<EntryAmounts> {
  return transaction
    .with('gone', (query) =>
      query
        .deleteFrom('entry')
        .where('domainId', '=', domainId)
        .where('isConfigured', '=', true)
        .returning(entryBytes.as('bytes')),
    )
    .selectFrom('gone')
    .select(({ fn }) => [fn.countAll<number>().as('entries'), sumOfBytes.as('entryBytes')])
    .executeTakeFirstOrThrow();
}

export async function insertConfiguredEntries(
  transaction: Store,
  domainId: string,
  collections: ReadonlyMap<string, readonly StoredEntry[]>,
  at: Date,
): Promise<EntryAmounts> {
  const all = { entries: 0, entryBytes: 0 };
  const rows = [...collections].flatMap(([collection, entries]) =>
    entries.map((entry) => toRow({ domainId, collection }, entry, true, at)),
  );
  for (const some of portionsOf(rows)) {
    const inserted = await transaction
      .with('come', (query) =>
        query
          .insertInto('entry')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .returning(entryBytes.as('bytes')),
      )
      .selectFrom('come')
      .select(({ fn }) => [fn.countAll<number>().as('entries'), sumOfBytes.as('entryBytes')])
      .executeTakeFirstOrThrow();
    all.entries += inserted.entries;
    all.entryBytes += inserted.entryBytes;
  }
  return all;
}

function refusePage(): never {
  throw new UnprocessableError(
    'The entries of this page are larger than 8 MiB. Please ask for fewer at a time.',
  );
}

/** Entries of a collection, as calls or a test see them. */
export function entriesOf(db: Store, { domainId, collection, testId }: Collection) {
  const live = db
    .selectFrom('entry as live')
    .select(['id', 'document'])
    .where('domainId', '=', domainId)
    .where('collection', '=', collection);
  if (testId === undefined) return db.selectFrom(live.as('entry'));
  const unchanged = live.where(
    sql<boolean>`not exists (
      select from runtime.test_entry as changed
      where changed.domain_id = ${domainId} and changed.test_id = ${testId}
        and changed.collection = ${collection} and changed.id = live.id)`,
  );
  const written = db
    .selectFrom('testEntry')
    .select(['id', sql<StoredEntry['document']>`document`.as('document')])
    .where('domainId', '=', domainId)
    .where('testId', '=', testId)
    .where('collection', '=', collection)
    .where('document', 'is not', null);
  return db.selectFrom(unchanged.unionAll(written).as('entry'));
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

/** All collections of a domain. */
export async function deleteAllEntries(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('entry').where('domainId', '=', domainId).execute();
}
