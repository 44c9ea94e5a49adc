import type { LimitOverrides } from '@atrium/contract/limits/limit';
import type { EntryChange } from '@atrium/contract/service-api/functions/content-entry';
import { type RawBuilder, sql } from 'kysely';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';

export interface StoredEntry {
  id: string;
  document: Record<string, unknown>;
}

/** Author of a change: a person, or a call of a function for one. */
export type Author = { userId: string } & Partial<Pick<EntryChange, 'call'>>;

/** Whose collection it is. Every query names it. */
export interface Collection {
  domainId: string;
  collection: string;
  /** A test that reads and changes the entries: it sees its own changes over the live ones. */
  testId?: string;
  /** Limits of the domain that differ from the defaults; for changes. */
  limits?: LimitOverrides;
  /** Author of changes. */
  by?: Author;
  /** How many events and queued runs led to the changes. */
  depth?: number;
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
    .set({
      document: JSON.stringify(entry.document),
      isConfigured: false,
      modifiedOn: at,
      ...toAuthorColumns(place.by),
    })
    .where('domainId', '=', place.domainId)
    .where('collection', '=', place.collection)
    .where('id', '=', entry.id)
    .where(sql<boolean>`document = ${JSON.stringify(before)}::jsonb`)
    .returning(sql<number>`${entryBytes} - octet_length(${JSON.stringify(before)}::jsonb::text)`.as('bytes'))
    .executeTakeFirst();
  return updated?.bytes;
}

/** Returns the document and the bytes that it took; undefined if there is no such entry. */
export async function deleteEntry(
  db: Store,
  place: Collection,
  id: string,
): Promise<{ document: StoredEntry['document']; bytes: number } | undefined> {
  return db
    .deleteFrom('entry')
    .where('domainId', '=', place.domainId)
    .where('collection', '=', place.collection)
    .where('id', '=', id)
    .returning(['document', entryBytes.as('bytes')])
    .executeTakeFirst();
}

export async function listStored(
  db: Store,
  place: Collection,
  ids: readonly string[],
): Promise<Map<string, StoredEntry>> {
  if (ids.length === 0) return new Map();
  const found = await entriesOf(db, place).select(['id', 'document']).where('id', 'in', ids).execute();
  return new Map(found.map((entry) => [entry.id, entry]));
}

/** Last changes of live entries, by id. */
export async function listChanges(
  db: Store,
  { domainId, collection }: Collection,
  ids: readonly string[],
): Promise<Map<string, EntryChange>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('entry')
    .select([
      'id',
      'isConfigured',
      'modifiedOn',
      'modifiedBy',
      'modifiedService',
      'modifiedFunction',
      'modifiedCall',
    ])
    .where('domainId', '=', domainId)
    .where('collection', '=', collection)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => {
      const { id, isConfigured: isSeed, modifiedOn, modifiedBy: userId, modifiedCall } = row;
      const { modifiedService, modifiedFunction } = row;
      const call = modifiedCall && {
        serviceId: modifiedService ?? '',
        function: modifiedFunction ?? '',
        id: modifiedCall,
      };
      return [id, { changedOn: modifiedOn.toISOString(), userId, isSeed, call: call || null }];
    }),
  );
}

export interface EntryAmounts {
  entries: number;
  entryBytes: number;
}

/** Deletes entries of a configuration, locked in the order of transactions; entries written since stay. */
export async function deleteConfiguredEntries(transaction: Store, domainId: string): Promise<EntryAmounts> {
  return transaction
    .with('locked', (query) =>
      query
        .selectFrom('entry')
        .select(['collection', 'id'])
        .where('domainId', '=', domainId)
        .where('isConfigured', '=', true)
        .orderBy('collection')
        .orderBy('id')
        .forUpdate(),
    )
    .with('gone', (query) =>
      query
        .deleteFrom('entry')
        .using('locked')
        .where('entry.domainId', '=', domainId)
        .whereRef('entry.collection', '=', 'locked.collection')
        .whereRef('entry.id', '=', 'locked.id')
        .returning(['entry.collection', 'entry.id', 'document', entryBytes.as('bytes')]),
    )
    .with('unindexed', (query) =>
      query
        .deleteFrom('entryIndex')
        .using(['collectionIndex', 'gone'])
        .where('collectionIndex.domainId', '=', domainId)
        .whereRef('collectionIndex.collection', '=', 'gone.collection')
        .where('entryIndex.domainId', '=', domainId)
        .whereRef('entryIndex.indexId', '=', 'collectionIndex.indexId')
        .where(
          sql<boolean>`entry_index.value = runtime.entry_sort_key(gone.document, collection_index.field)`,
        )
        .whereRef('entryIndex.id', '=', 'gone.id'),
    )
    .selectFrom('gone')
    .select(({ fn }) => [fn.countAll<number>().as('entries'), sumOfBytes.as('entryBytes')])
    .executeTakeFirstOrThrow();
}

export async function insertConfiguredEntries(
  transaction: Store,
  domainId: string,
  collections: ReadonlyMap<string, { entries: readonly StoredEntry[] }>,
  at: Date,
): Promise<EntryAmounts> {
  const all = { entries: 0, entryBytes: 0 };
  const rows = [...collections]
    .flatMap(([collection, { entries }]) =>
      entries.map((entry) => toRow({ domainId, collection }, entry, true, at)),
    )
    // The order in which transactions insert.
    .toSorted((a, b) => compare(a.collection, b.collection) || compare(a.id, b.id));
  for (const some of portionsOf(rows)) {
    const inserted = await transaction
      .with('come', (query) =>
        query
          .insertInto('entry')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .returning(['collection', 'id', 'document', entryBytes.as('bytes')]),
      )
      .with('indexed', (query) =>
        query
          .insertInto('entryIndex')
          .columns(['domainId', 'indexId', 'value', 'id'])
          .expression(
            query
              .selectFrom('come')
              .innerJoin('collectionIndex', (join) =>
                join
                  .on('collectionIndex.domainId', '=', domainId)
                  .onRef('collectionIndex.collection', '=', 'come.collection')
                  .on('collectionIndex.isDropped', '=', false),
              )
              .select([
                'collectionIndex.domainId',
                'collectionIndex.indexId',
                sql<string>`runtime.entry_sort_key(come.document, collection_index.field)`.as('value'),
                'come.id',
              ]),
          ),
      )
      .selectFrom('come')
      .select(({ fn }) => [fn.countAll<number>().as('entries'), sumOfBytes.as('entryBytes')])
      .executeTakeFirstOrThrow();
    all.entries += inserted.entries;
    all.entryBytes += inserted.entryBytes;
  }
  return all;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Condition that a test has not changed a live entry. */
export function isUnchanged({ domainId, collection, testId }: Collection, id: RawBuilder<unknown>) {
  return sql<boolean>`not exists (
    select from runtime.test_entry as changed
    where changed.domain_id = ${domainId} and changed.test_id = ${testId}
      and changed.collection = ${collection} and changed.id = ${id})`;
}

/** Entries of a collection, as calls or a test see them. */
export function entriesOf(db: Store, { domainId, collection, testId }: Collection) {
  const live = db
    .selectFrom('entry as live')
    .select(['id', 'document'])
    .where('domainId', '=', domainId)
    .where('collection', '=', collection);
  if (testId === undefined) return db.selectFrom(live.as('entry'));
  const unchanged = live.where(isUnchanged({ domainId, collection, testId }, sql`live.id`));
  const written = db
    .selectFrom('testEntry')
    .select(['id', sql<StoredEntry['document']>`document`.as('document')])
    .where('domainId', '=', domainId)
    .where('testId', '=', testId)
    .where('collection', '=', collection)
    .where('document', 'is not', null);
  return db.selectFrom(unchanged.unionAll(written).as('entry'));
}

export function toAuthorColumns(by: Author | undefined) {
  return {
    modifiedBy: by?.userId ?? null,
    modifiedService: by?.call?.serviceId ?? null,
    modifiedFunction: by?.call?.function ?? null,
    modifiedCall: by?.call?.id ?? null,
  };
}

function toRow(
  { domainId, collection, by }: Collection,
  entry: StoredEntry,
  isConfigured: boolean,
  at: Date,
) {
  return {
    domainId,
    collection,
    id: entry.id,
    document: JSON.stringify(entry.document),
    isConfigured,
    createdOn: at,
    modifiedOn: at,
    ...toAuthorColumns(by),
  };
}

/** All collections of a domain. */
export async function deleteAllEntries(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('entry').where('domainId', '=', domainId).execute();
}
