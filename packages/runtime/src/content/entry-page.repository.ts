import {
  type EntryPage,
  type EntryQuery,
  MAX_COUNTED,
  readConditions,
} from '@atrium/contract/service-api/functions/content-entry';
import { UnprocessableError } from '@atrium/host/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { type Collection, isUnchanged, listChanges, type StoredEntry } from './entry.repository.ts';
import { matchesOf } from './entry-conditions.ts';
import { type Cursor, readCursor, writeCursor } from './entry-cursor.ts';

/*
 * Pages of entries. The cost of a page depends on its size, not on the collection's: it is read from a cursor
 * on, in the order of ids or of an index of the collection. Matches of conditions are sorted here if there are
 * at most MAX_COUNTED.
 */

const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** Numbers of the indexes of a collection that are built, by field. */
export type ReadyIndexes = ReadonlyMap<string, number>;

export interface FoundPage extends Pick<EntryPage, 'totalElements' | 'isCounted' | 'cursors' | 'changes'> {
  entries: StoredEntry[];
}

type Sql = RawBuilder<unknown>;

interface Row {
  id: string;
  key: unknown;
  document: StoredEntry['document'] | null;
}

interface Question {
  place: Collection;
  sortBy: string | undefined;
  descending: boolean;
  cursor: Cursor | undefined;
  limit: number;
  offset: number;
  /** True for an entry that matches, whose document is `e.document`. */
  matches: Sql;
  /** An index that holds what matches one of the conditions. */
  equal: { index: number; value: Sql } | undefined;
  sortIndex: number | undefined;
}

export async function listEntries(
  db: Store,
  place: Collection,
  query: EntryQuery,
  indexes: ReadyIndexes,
): Promise<FoundPage> {
  const { where, sortBy, size, page } = query;
  if (page * size > MAX_COUNTED) throw beyondPages();
  const cursor = query.cursor === undefined ? undefined : readCursor(query, query.cursor);
  const isBackward = cursor !== undefined && cursor.side !== 'after';
  const { contained, conditions } = readConditions(where);
  const question: Question = {
    place,
    sortBy,
    descending: query.descending !== isBackward,
    cursor,
    // One extra row shows whether another page follows.
    limit: size + 1,
    offset: cursor ? 0 : page * size,
    matches: matchesOf(contained, conditions),
    equal: findEqual(contained, indexes),
    sortIndex: sortBy === undefined ? undefined : indexes.get(sortBy),
  };
  const isFiltered = Object.keys(where).length > 0;
  const isInOrder = sortBy === undefined || question.sortIndex !== undefined;

  const few = isFiltered || !isInOrder ? await listSorted(db, question) : undefined;
  if (!few && !isInOrder) throw needsIndex(place, sortBy);
  const rows = few ? few.rows : await listInOrder(db, along(question));
  const found = isBackward ? rows.slice(0, size).toReversed() : rows.slice(0, size);
  const isMore = rows.length > size;
  const isWhole = !cursor && !isMore && (page === 0 || rows.length > 0);
  return {
    entries: found.map(({ id, document }) => ({ id, document: document ?? refusePage() })),
    ...(few
      ? { totalElements: few.count, isCounted: true }
      : isWhole
        ? { totalElements: page * size + rows.length, isCounted: true }
        : await countEntries(db, question, query.count)),
    cursors: cursorsOf(query, found, {
      hasNext: isBackward ? cursor.side === 'before' : isMore,
      hasPrevious: isBackward ? isMore : cursor !== undefined || page > 0,
    }),
    ...(query.changes && { changes: await changesOf(db, place, found) }),
  };
}

async function changesOf(db: Store, place: Collection, rows: readonly Row[]) {
  const changes = await listChanges(
    db,
    place,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => changes.get(id) ?? null);
}

/** The same along the ids or the index to sort by: no other index is used, whose entries would have to be sorted. */
function along(question: Question): Question {
  const { sortBy, equal, matches } = question;
  return { ...question, equal: sortBy === undefined ? equal : undefined, matches: sql`(${matches}) is true` };
}

function cursorsOf(
  query: EntryQuery,
  found: readonly Row[],
  { hasNext, hasPrevious }: { hasNext: boolean; hasPrevious: boolean },
): FoundPage['cursors'] {
  const cursorAt = (side: 'after' | 'before', row: Row | undefined) =>
    row
      ? writeCursor(query, { side, id: row.id, ...(query.sortBy !== undefined && { key: row.key }) })
      : null;
  return {
    next: hasNext ? cursorAt('after', found.at(-1)) : null,
    previous: hasPrevious ? cursorAt('before', found[0]) : null,
    last: hasNext ? writeCursor(query, { side: 'end' }) : null,
  };
}

/** Reads a page along the ids or an index. */
async function listInOrder(db: Store, question: Question): Promise<Row[]> {
  const { limit, offset } = question;
  const order = orderOf(question);
  const first = sql`where ${afterCursor(question)} ${order} limit ${limit + offset}`;
  const { rows } = await sql<Row>`
    with page as (select * from (${seenEntries(question, first)}) as e ${order} limit ${limit} offset ${offset})
    select id, key, ${documentOf(sql`document`, order)} as document from page as e ${order}
  `.execute(db);
  return rows;
}

/** Sorts what matches, if it is at most MAX_COUNTED; otherwise undefined. */
async function listSorted(
  db: Store,
  question: Question,
): Promise<{ rows: Row[]; count: number } | undefined> {
  const { place, limit, offset } = question;
  const isOfTest = place.testId !== undefined;
  const order = orderOf(question);
  const { rows } = await sql<Row & { matches: number }>`
    with matched as materialized (select id, key from (${seenEntries(question)}) as e limit ${MAX_COUNTED + 1}),
    counted as (select count(*)::int as matches from matched),
    page as (
      select id, key from matched as e
      where ${afterCursor(question)} and (select matches from counted) <= ${MAX_COUNTED}
      ${order} limit ${limit} offset ${offset}),
    entries as (
      select page.id, page.key, ${isOfTest ? sql`coalesce(changed.document, live.document)` : sql`live.document`} as document
      from page
      left join lateral (
        select document from runtime.entry
        where domain_id = ${place.domainId} and collection = ${place.collection} and entry.id = page.id
        offset 0) as live on true
      ${
        isOfTest
          ? sql`left join runtime.test_entry as changed
              on changed.domain_id = ${place.domainId} and changed.test_id = ${place.testId}
              and changed.collection = ${place.collection} and changed.id = page.id`
          : sql``
      })
    select e.id, e.key, ${documentOf(sql`e.document`, order)} as document, counted.matches
    from counted left join entries as e on true ${order}
  `.execute(db);
  const count = rows[0]?.matches ?? 0;
  return count > MAX_COUNTED ? undefined : { rows: rows.filter(({ id }) => id !== null), count };
}

async function countEntries(db: Store, asked: Question, isWhole: boolean) {
  const question = { ...asked, sortBy: undefined, sortIndex: undefined };
  const { rows } = await sql<{ count: string }>`
    select count(*) from (select from (${seenEntries(question)}) as e ${isWhole ? sql`` : sql`limit ${MAX_COUNTED + 1}`}) as e
  `.execute(db);
  const count = Number(rows[0]?.count);
  const isCounted = isWhole || count <= MAX_COUNTED;
  return { totalElements: isCounted ? count : MAX_COUNTED, isCounted };
}

/** Matching entries as calls or a test see them. `end` restricts the live ones and those of the test alike. */
function seenEntries(question: Question, end: Sql = sql``): Sql {
  const live = sql`(select * from (${liveEntries(question)}) as e ${end})`;
  if (question.place.testId === undefined) return live;
  return sql`${live} union all (select * from (${testEntries(question)}) as e ${end})`;
}

/** Matching live entries as `id`, `key` and `document`; for a test, without those that it changed. */
function liveEntries({ place, sortBy, matches, equal, sortIndex }: Question): Sql {
  const { domainId, collection, testId } = place;
  // `offset 0` keeps the lookup of each entry by its key: joined with all entries, a page may cost as many steps as there are.
  const ofIndex = (index: number) =>
    sql`runtime.entry_index as i cross join lateral (
        select entry.id, entry.document from runtime.entry
        where entry.domain_id = ${domainId} and entry.collection = ${collection} and entry.id = i.id
        offset 0) as e
      where i.domain_id = ${domainId} and i.index_id = ${index}`;
  const ofCollection = sql`runtime.entry as e where e.domain_id = ${domainId} and e.collection = ${collection}`;
  const unchanged = testId === undefined ? sql`` : sql`and ${isUnchanged(place, sql`e.id`)}`;
  if (equal) {
    return sql`select i.id, ${keyOf(sortBy)} as key, e.document
      from ${ofIndex(equal.index)} and i.value = ${equal.value} and ${matches} ${unchanged}`;
  }
  if (sortIndex !== undefined) {
    return sql`select i.id, i.value as key, e.document from ${ofIndex(sortIndex)} and ${matches} ${unchanged}`;
  }
  return sql`select e.id, ${keyOf(sortBy)} as key, e.document from ${ofCollection} and ${matches} ${unchanged}`;
}

function testEntries({ place, sortBy, matches }: Question): Sql {
  return sql`select e.id, ${keyOf(sortBy)} as key, e.document from runtime.test_entry as e
    where e.domain_id = ${place.domainId} and e.test_id = ${place.testId} and e.collection = ${place.collection}
      and e.document is not null and ${matches}`;
}

function keyOf(sortBy: string | undefined): Sql {
  return sortBy === undefined ? sql`null::jsonb` : sql`runtime.entry_sort_key(e.document, ${sortBy})`;
}

function orderOf({ sortBy, descending }: Question): Sql {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sortBy === undefined
    ? sql`order by e.id ${direction}`
    : sql`order by e.key ${direction}, e.id ${direction}`;
}

function afterCursor({ sortBy, descending, cursor }: Question): Sql {
  if (!cursor || cursor.side === 'end') return sql`true`;
  const beyond = sql.raw(descending ? '<' : '>');
  if (sortBy === undefined) return sql`e.id ${beyond} ${cursor.id}`;
  return sql`(e.key, e.id) ${beyond} (${JSON.stringify(cursor.key)}::jsonb, ${cursor.id})`;
}

/** Documents up to MAX_PAGE_BYTES: more of them would be parsed in one go, beside everyone else's calls. */
function documentOf(document: Sql, order: Sql): Sql {
  return sql`case
    when sum(octet_length(${document}::text)) over (${order} rows unbounded preceding) <= ${MAX_PAGE_BYTES} then ${document}
    end`;
}

/** A condition that an index answers alone: a field that has one plain value. */
function findEqual(contained: Record<string, unknown>, indexes: ReadyIndexes): Question['equal'] {
  for (const [field, value] of Object.entries(contained)) {
    const index = indexes.get(field);
    if (index === undefined || typeof value === 'object') continue;
    return {
      index,
      value: sql`runtime.entry_sort_key(${JSON.stringify({ [field]: value })}::jsonb, ${field})`,
    };
  }
  return undefined;
}

function refusePage(): never {
  throw new UnprocessableError(
    'The entries of this page are larger than 8 MiB. Please ask for fewer at a time.',
  );
}

function beyondPages(): UnprocessableError {
  return new UnprocessableError(
    `Pages by number end at ${MAX_COUNTED.toLocaleString('en-US')} entries. Use the cursor that each page returns.`,
  );
}

function needsIndex({ collection }: Collection, field: string | undefined): UnprocessableError {
  return new UnprocessableError(
    `More than ${MAX_COUNTED.toLocaleString('en-US')} entries cannot be sorted by "${field}" without an index. ` +
      `Add "${field}" to "indexes" in collections/${collection}.meta.js, or choose fewer entries with "where".`,
  );
}
