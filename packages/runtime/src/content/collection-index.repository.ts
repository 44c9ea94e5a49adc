import type { CollectionIndex } from '@atrium/contract/service-api/functions/content';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { CONTENT_SERVICE } from './collections.ts';
import type { Collection } from './entry.repository.ts';
import type { ReadyIndexes } from './entry-source.repository.ts';

/** Entries that one step of building takes: some milliseconds, for which other changes of the domain wait. */
const STEP = 500;

export async function listIndexes(db: Store, domainId: string): Promise<CollectionIndex[]> {
  return db
    .selectFrom('collectionIndex')
    .select(['collection', 'field', 'isReady', 'builtEntries'])
    .select((eb) =>
      eb
        .case()
        .when('isReady', '=', false)
        .then(
          eb
            .selectFrom('entry')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('entry.domainId', '=', domainId)
            .whereRef('entry.collection', '=', 'collectionIndex.collection'),
        )
        .else(null)
        .end()
        .as('entries'),
    )
    .where('domainId', '=', domainId)
    .where('isDropped', '=', false)
    .orderBy('collection')
    .orderBy('field')
    .execute();
}

export async function findReadyIndexes(
  db: Store,
  { domainId, collection }: Collection,
): Promise<ReadyIndexes> {
  const rows = await db
    .selectFrom('collectionIndex')
    .select(['field', 'indexId'])
    .where('domainId', '=', domainId)
    .where('collection', '=', collection)
    .where('isReady', '=', true)
    .where('isDropped', '=', false)
    .execute();
  return new Map(rows.map(({ field, indexId }) => [field, indexId]));
}

/** Notes which fields the files of all collections of a domain name. New ones are built later, others are dropped. */
export async function declareIndexes(
  transaction: Store,
  domainId: string,
  wanted: readonly { collection: string; field: string }[],
): Promise<void> {
  const collections = wanted.map(({ collection }) => collection);
  const fields = wanted.map(({ field }) => field);
  await sql`
    update runtime.collection_index as i set is_dropped = true
    where i.domain_id = ${domainId} and not i.is_dropped
      and not exists (
        select from unnest(${collections}::text[], ${fields}::text[]) as w (collection, field)
        where w.collection = i.collection and w.field = i.field)
  `.execute(transaction);
  await sql`
    insert into runtime.collection_index (domain_id, collection, field)
    select ${domainId}, collection, field
    from unnest(${collections}::text[], ${fields}::text[]) as w (collection, field)
    on conflict (domain_id, collection, field) where not is_dropped do nothing
  `.execute(transaction);
}

/** An entry before and after a write; null where there is none. */
export interface ChangedEntry {
  collection: string;
  id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/**
 * Replaces the rows of changed entries in all indexes of their collections. Call it after `addStored`, whose
 * lock keeps a new index from being declared and built meanwhile.
 */
export async function updateIndexRows(
  transaction: Store,
  domainId: string,
  changes: readonly ChangedEntry[],
): Promise<void> {
  // One statement, because every write of an entry waits for it.
  await sql`
    with changed as (
      select c.index_id, e.id,
        runtime.entry_sort_key(e.before, c.field) as before, runtime.entry_sort_key(e.after, c.field) as after,
        e.before is not null as had, e.after is not null as has
      from ${toRows(changes)} as e join runtime.collection_index as c on c.collection = e.collection
      where c.domain_id = ${domainId} and not c.is_dropped),
    gone as (
      delete from runtime.entry_index as i using changed as c
      where i.domain_id = ${domainId} and i.index_id = c.index_id and i.value = c.before and i.id = c.id
        and c.had and (not c.has or c.before <> c.after))
    insert into runtime.entry_index (domain_id, index_id, value, id)
    select ${domainId}, index_id, after, id from changed where has
    on conflict do nothing
  `.execute(transaction);
}

/** Changed entries as rows of `collection`, `id`, `before` and `after`. */
export function toRows(changes: readonly ChangedEntry[]): RawBuilder<unknown> {
  const toJson = (document: ChangedEntry['after']) => document && JSON.stringify(document);
  return sql`(
    select * from unnest(
      ${changes.map(({ collection }) => collection)}::text[], ${changes.map(({ id }) => id)}::text[],
      ${changes.map(({ before }) => toJson(before))}::jsonb[], ${changes.map(({ after }) => toJson(after))}::jsonb[]
    ) as each (collection, id, before, after))`;
}

/** Builds or drops a part of one index that is not finished, and of which no other process does so. False if there is none. */
export async function advanceIndex(transaction: Store): Promise<boolean> {
  const index = await transaction
    .selectFrom('collectionIndex')
    .selectAll()
    .where(({ or, eb }) => or([eb('isReady', '=', false), eb('isDropped', '=', true)]))
    .orderBy('indexId')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!index) return false;
  const { domainId, indexId } = index;
  // An import writes index rows before it takes the lock below, which would then wait for each other.
  const { rows: idle } = await sql`
    select from runtime.configuration where domain_id = ${domainId} and service_id = ${CONTENT_SERVICE}
    for update skip locked
  `.execute(transaction);
  if (idle.length === 0) return false;
  if (index.isDropped) {
    const { rows } = await sql`
      delete from runtime.entry_index where (domain_id, index_id, value, id) in (
        select domain_id, index_id, value, id from runtime.entry_index
        where domain_id = ${domainId} and index_id = ${indexId} limit ${STEP})
      returning id
    `.execute(transaction);
    if (rows.length === 0) {
      await transaction
        .deleteFrom('collectionIndex')
        .where('domainId', '=', domainId)
        .where('indexId', '=', indexId)
        .execute();
    }
    return true;
  }
  // Changes of entries write their index rows under this lock.
  await sql`select from runtime.stored where domain_id = ${domainId} for update`.execute(transaction);
  const { rows } = await sql<{ builtTo: string | null; count: number }>`
    with step as (
      select id, document from runtime.entry
      where domain_id = ${domainId} and collection = ${index.collection} and id > ${index.builtTo}
      order by id limit ${STEP}),
    come as (
      insert into runtime.entry_index (domain_id, index_id, value, id)
      select ${domainId}, ${indexId}, runtime.entry_sort_key(document, ${index.field}), id from step
      on conflict do nothing)
    select max(id) as "builtTo", count(*)::int as count from step
  `.execute(transaction);
  const { builtTo, count = 0 } = rows[0] ?? {};
  await transaction
    .updateTable('collectionIndex')
    .set((eb) => ({
      builtTo: builtTo ?? index.builtTo,
      builtEntries: eb('builtEntries', '+', count),
      isReady: count < STEP,
    }))
    .where('domainId', '=', domainId)
    .where('indexId', '=', indexId)
    .execute();
  return true;
}

export async function deleteAllIndexes(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('entryIndex').where('domainId', '=', domainId).execute();
  await transaction.deleteFrom('collectionIndex').where('domainId', '=', domainId).execute();
}
