import type { EntryQuery } from '@atrium/contract/service-api/content-entry';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface StoredEntry {
  id: string;
  document: Record<string, unknown>;
}

interface Collection {
  domainId: string;
  collection: string;
}

const PAIRS_PER_STATEMENT = 1_000;

/** Entries of collections. Every query names the domain. `store` may be a test's own copy of the table. */
export const contentRepository = {
  async listEntries(store: Store, place: Collection, query: EntryQuery) {
    const { where, sortBy, descending, page, size } = query;
    const found = entriesOf(store, place).where(sql<boolean>`document @> ${JSON.stringify(where)}::jsonb`);
    const direction = descending ? 'desc' : 'asc';
    const rows = await found
      .select(['id', 'document'])
      .$if(sortBy !== undefined, (sorted) => sorted.orderBy(sql`document -> ${sortBy}::text`, direction))
      .orderBy('id', direction)
      .limit(size)
      .offset(page * size)
      .execute();
    const { count } = await found
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return { entries: rows, totalElements: Number(count) };
  },

  async findEntry(store: Store, place: Collection, id: string): Promise<StoredEntry | undefined> {
    return entriesOf(store, place).select(['id', 'document']).where('id', '=', id).executeTakeFirst();
  },

  /** False when there is an entry of that id already. */
  async insertEntry(store: Store, place: Collection, entry: StoredEntry, at: Date): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await store
      .insertInto('entry')
      .values(toRow(place, entry, false, at))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  },

  /** Replaces a document if it is still the one that was read; returns false if someone else was faster. */
  async updateEntry(
    store: Store,
    place: Collection,
    entry: StoredEntry,
    before: Record<string, unknown>,
    at: Date,
  ): Promise<boolean> {
    const { numUpdatedRows } = await store
      .updateTable('entry')
      .set({ document: JSON.stringify(entry.document), isConfigured: false, modifiedOn: at })
      .where('domainId', '=', place.domainId)
      .where('collection', '=', place.collection)
      .where('id', '=', entry.id)
      .where(sql<boolean>`document = ${JSON.stringify(before)}::jsonb`)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  },

  async deleteEntry(store: Store, place: Collection, id: string): Promise<boolean> {
    const { numDeletedRows } = await store
      .deleteFrom('entry')
      .where('domainId', '=', place.domainId)
      .where('collection', '=', place.collection)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  },

  /** Entries of the configuration take the place of those of the version before; written ones stay. */
  async replaceConfigured(
    store: Store,
    domainId: string,
    collections: ReadonlyMap<string, readonly StoredEntry[]>,
    at: Date,
  ): Promise<void> {
    await store
      .deleteFrom('entry')
      .where('domainId', '=', domainId)
      .where('isConfigured', '=', true)
      .execute();
    const rows = [...collections].flatMap(([collection, entries]) =>
      entries.map((entry) => toRow({ domainId, collection }, entry, true, at)),
    );
    for (let from = 0; from < rows.length; from += PAIRS_PER_STATEMENT) {
      await store
        .insertInto('entry')
        .values(rows.slice(from, from + PAIRS_PER_STATEMENT))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  },

  /** A copy of the domain's entries that only this transaction sees, under the same name. */
  async copyForTest(store: Store, domainId: string): Promise<void> {
    await sql`create temporary table entry (like runtime.entry including defaults, primary key (domain_id, collection, id))
      on commit drop`.execute(store);
    await sql`insert into pg_temp.entry select * from runtime.entry where domain_id = ${domainId}`.execute(
      store,
    );
  },
};

function entriesOf(store: Store, { domainId, collection }: Collection) {
  return store.selectFrom('entry').where('domainId', '=', domainId).where('collection', '=', collection);
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
