import {
  type EntryPage,
  type EntryQuery,
  MAX_COUNTED,
  readConditions,
} from '@atrium/contract/service-api/functions/content-entry';
import { UnprocessableError } from '@atrium/host/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { type Collection, listChanges, type StoredEntry } from './entry.repository.ts';
import { toMatches } from './entry-conditions.repository.ts';
import { type Cursor, readCursor, writeCursor } from './entry-cursor.ts';
import {
  type EntrySource,
  isAlongCondition,
  isIndexable,
  type ReadyIndexes,
  toIndexCondition,
  toSeenIds,
  toSourceInOrder,
  toSourceOfMatches,
} from './entry-source.repository.ts';

/*
 * Pages of entries. The cost of a page depends on its size, not on the collection's: it is read from a cursor
 * on, in the order of ids or of an index of the collection. Up to MAX_COUNTED matches of conditions are sorted
 * here, and no page reads more than MAX_READ entries.
 */

const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** The entries that a domain has by default. */
const MAX_READ = 100_000;

export interface FoundPage extends Pick<EntryPage, 'totalElements' | 'isCounted' | 'cursors' | 'changes'> {
  entries: StoredEntry[];
}

type Sql = RawBuilder<unknown>;

interface Row {
  id: string;
  key: unknown;
  document: StoredEntry['document'] | null;
}

interface Question extends EntrySource {
  descending: boolean;
  cursor: Cursor | undefined;
  limit: number;
  offset: number;
}

/** Rows of a page, and how many entries match where that is known: one more than MAX_COUNTED stands for more. */
interface Found {
  rows: Row[];
  count?: number;
}

export async function listEntries(
  db: Store,
  place: Collection,
  { sortBy: givenSort, ...given }: EntryQuery,
  indexes: ReadyIndexes,
): Promise<FoundPage> {
  // Entries are in the order of their ids without a sort.
  const query: EntryQuery =
    givenSort === undefined || givenSort === 'id' ? given : { ...given, sortBy: givenSort };
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
    contained,
    conditions,
    isFiltered: Object.keys(where).length > 0,
    matches: toMatches(contained, conditions),
    condition: toIndexCondition(contained, conditions, indexes),
    sortIndex: sortBy === undefined ? undefined : indexes.get(sortBy),
  };
  const { rows, count } = await findRows(db, question);
  const found = isBackward ? rows.slice(0, size).toReversed() : rows.slice(0, size);
  const isMore = rows.length > size;
  const isWhole = !cursor && !isMore && (page === 0 || rows.length > 0);
  return {
    entries: found.map(({ id, document }) => ({ id, document: document ?? refusePage() })),
    ...(await countMatches(db, question, query.count, isWhole ? page * size + rows.length : count)),
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
    // Entries of a page can be deleted before it is read.
    previous: hasPrevious ? (cursorAt('before', found[0]) ?? writeCursor(query, { side: 'end' })) : null,
    last: hasNext ? writeCursor(query, { side: 'end' }) : null,
  };
}

async function findRows(db: Store, question: Question): Promise<Found> {
  const { place, sortBy, sortIndex, isFiltered, condition, limit, offset } = question;
  const isInOrder = sortBy === undefined || sortIndex !== undefined;
  const isOnlyOrder = !isFiltered || isAlongCondition(question);
  if (isInOrder && isOnlyOrder) return listInOrder(db, question, undefined);

  // The index tells cheaply whether there are so many matches that some of them come soon in the order.
  const count = condition?.isWhole ? await countUpToMost(db, question) : undefined;
  if (isInOrder && count !== undefined && count > limit + offset) {
    const found = await listInOrder(db, question, count > MAX_COUNTED ? MAX_READ : count);
    if (!found.isCut) return { rows: found.rows, count };
    if (count > MAX_COUNTED) throw needsIndexToFilter(question);
  }
  const sorted = await listSorted(db, question);
  if (sorted.count <= MAX_COUNTED) {
    if (sorted.isCut) throw needsIndexToFilter(question);
    return sorted;
  }
  if (!isInOrder) throw needsIndex(place, sortBy);
  const found = await listInOrder(db, question, MAX_READ);
  if (found.isCut) throw needsIndexToFilter(question);
  return { rows: found.rows, count: sorted.count };
}

/** Reads a page along the ids or an index, from at most `most` entries. */
async function listInOrder(
  db: Store,
  question: Question,
  most: number | undefined,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const { place, limit, offset } = question;
  const order = orderOf(question);
  const { live, ofTest, matches } = toSourceInOrder(question);
  const after = sql`where ${afterCursor(question)}`;
  const first = sql`${order} limit ${limit + offset}`;
  const some =
    most === undefined
      ? sql`select id, key, false as is_cut from (${live}) as e ${after} ${first}`
      : sql`${cutAfter(matches, sql`select * from (${live}) as e ${after} ${order}`, most)} limit ${limit + offset}`;
  const { rows } = await sql<Row & { isCut: boolean }>`
    with found as (
      select * from (${withTest(some, ofTest && sql`select * from (${ofTest}) as e ${after} ${first}`)}) as e ${first}),
    cut as (select coalesce(bool_or(is_cut), false) as is_cut from found),
    page as (select id, key from found as e ${order} offset ${offset}),
    entries as (${documentsOf(place)})
    select e.id, e.key, ${documentOf(sql`e.document`, order)} as document, cut.is_cut as "isCut"
    from cut left join entries as e on not cut.is_cut ${order}
  `.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), isCut: rows[0]?.isCut ?? false };
}

/** Sorts what matches, if it is at most MAX_COUNTED and among at most MAX_READ entries. */
async function listSorted(
  db: Store,
  question: Question,
): Promise<{ rows: Row[]; count: number; isCut: boolean }> {
  const { place, limit, offset } = question;
  const order = orderOf(question);
  const { live, ofTest, matches } = toSourceOfMatches(question);
  const { rows } = await sql<Row & { matches: number; isCut: boolean }>`
    with matched as materialized (
      select id, key, is_cut from (${withTest(cutAfter(matches, live, MAX_READ), ofTest)}) as e limit ${MAX_COUNTED + 1}),
    counted as (
      select (count(*) filter (where not is_cut))::int as matches, coalesce(bool_or(is_cut), false) as is_cut
      from matched),
    page as (
      select id, key from matched as e
      where ${afterCursor(question)} and (select matches <= ${MAX_COUNTED} and not is_cut from counted)
      ${order} limit ${limit} offset ${offset}),
    entries as (${documentsOf(place)})
    select e.id, e.key, ${documentOf(sql`e.document`, order)} as document, counted.matches, counted.is_cut as "isCut"
    from counted left join entries as e on true ${order}
  `.execute(db);
  const { matches: count = 0, isCut = false } = rows[0] ?? {};
  return { rows: rows.filter(({ id }) => id !== null), count, isCut };
}

/** The matching ones of the first `most` entries, and the one after them with `is_cut`, whether it matches or not. */
function cutAfter(matches: Sql, entries: Sql, most: number): Sql {
  return sql`
    select id, key, number > ${most} as is_cut
    from (select *, row_number() over () as number from (${entries} limit ${most + 1}) as e) as e
    where (${matches}) is true or number = ${most + 1}`;
}

function withTest(live: Sql, ofTest: Sql | undefined): Sql {
  return ofTest ? sql`(${live}) union all (select id, key, false as is_cut from (${ofTest}) as e)` : live;
}

/** Rows of `page` with their documents, looked up by their keys. */
function documentsOf({ domainId, collection, testId }: Collection): Sql {
  const live = sql`left join lateral (
      select document from runtime.entry
      where domain_id = ${domainId} and collection = ${collection} and entry.id = page.id
      offset 0) as live on true`;
  if (testId === undefined) return sql`select page.id, page.key, live.document from page ${live}`;
  return sql`
    select page.id, page.key, coalesce(changed.document, live.document) as document from page ${live}
    left join runtime.test_entry as changed
      on changed.domain_id = ${domainId} and changed.test_id = ${testId}
      and changed.collection = ${collection} and changed.id = page.id`;
}

async function countMatches(
  db: Store,
  question: Question,
  isWhole: boolean,
  known: number | undefined,
): Promise<Pick<FoundPage, 'totalElements' | 'isCounted'>> {
  const isMissing = known === undefined || (isWhole && known > MAX_COUNTED);
  const count = isMissing ? await countUpToMost(db, question, isWhole) : known;
  const isCounted = isWhole || count <= MAX_COUNTED;
  return { totalElements: isCounted ? count : MAX_COUNTED, isCounted };
}

async function countUpToMost(db: Store, question: Question, isWhole = false): Promise<number> {
  const most = sql`limit ${MAX_COUNTED + 1}`;
  // In the order of ids, so that no entries of other domains are read.
  const some = question.isFiltered ? most : sql`order by id ${most}`;
  const { rows } = await sql<{ count: string }>`
    select count(*) from (select from (${toSeenIds(question)}) as e ${isWhole ? sql`` : some}) as e
  `.execute(db);
  return Number(rows[0]?.count);
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

function needsIndexToFilter({ place, contained, conditions }: Question): UnprocessableError {
  const fields = conditions.filter(isIndexable).map(({ path }) => `"${path[0]}"`);
  const [field = ''] = fields;
  const { collection } = place;
  const remedy =
    fields.length > 0
      ? `Add ${field} to "indexes" in collections/${collection}.meta.js, or choose fewer entries with a condition on an indexed field.`
      : `Choose fewer entries with a condition on a field in "indexes" of collections/${collection}.meta.js.`;
  const all = [...Object.keys(contained), ...conditions.map(({ path }) => path.join('.'))];
  return new UnprocessableError(
    `More than ${MAX_READ.toLocaleString('en-US')} entries cannot be searched by "${all.join('", "')}" without an index. ${remedy}`,
  );
}
