import type { EntryCondition } from '@atrium/contract/service-api/functions/content-entry';
import { type RawBuilder, sql } from 'kysely';
import { type Collection, isUnchanged } from './entry.repository.ts';

type Sql = RawBuilder<unknown>;

/** Numbers of the indexes of a collection that are built, by field. */
export type ReadyIndexes = ReadonlyMap<string, number>;

/** A condition on the values of an index, as rows `i` of `entry_index`. */
interface IndexCondition {
  index: number;
  field: string;
  holds: Sql;
  /** All rows have the same value, so that they come in the order of ids. */
  isEqual: boolean;
  /** The rows are all entries that match, and no others. */
  isWhole: boolean;
}

/** Entries that a query reads. */
export interface EntrySource {
  place: Collection;
  sortBy: string | undefined;
  sortIndex: number | undefined;
  isFiltered: boolean;
  contained: Record<string, unknown>;
  conditions: readonly EntryCondition[];
  /** True for an entry that matches, whose document is `e.document`. */
  matches: Sql;
  condition: IndexCondition | undefined;
}

interface Entries {
  /** Live entries as `id` and `key`, and `document` where `matches` needs it; for a test, without those that it changed. */
  live: Sql;
  /** Matching entries that the test changed. */
  ofTest: Sql | undefined;
  /** True for a live entry `e` that matches. */
  matches: Sql;
}

const SIGNS = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' } as const;
const isRange = (operator: string): operator is keyof typeof SIGNS => Object.hasOwn(SIGNS, operator);

/** Texts of an index are as long at most. */
const MAX_KEY = 200;
/** In the order of JSON values: null, texts, numbers, booleans. */
const BELOW_NUMBERS = sql`'-1e400'::jsonb`;

export function isIndexable({ path, operator, value }: EntryCondition): boolean {
  return path.length === 1 && typeof value !== 'object' && (operator === '$eq' || isRange(operator));
}

/** Chooses an index for a query: one that has a field equal to a plain value, otherwise one with a range. */
export function toIndexCondition(
  contained: Record<string, unknown>,
  conditions: readonly EntryCondition[],
  indexes: ReadyIndexes,
): IndexCondition | undefined {
  const parts = Object.keys(contained).length + conditions.length;
  const usable = conditions.filter(isIndexable).map((each) => ({ ...each, field: each.path[0] ?? '' }));
  const equal = usable.filter(({ operator }) => operator === '$eq');
  for (const [field, value] of [
    ...Object.entries(contained),
    ...equal.map((each): [string, unknown] => [each.field, each.value]),
  ]) {
    const index = indexes.get(field);
    if (index === undefined || typeof value === 'object') continue;
    const isWhole = parts === 1 && isShort(value);
    return { index, field, isEqual: true, isWhole, holds: sql`i.value = ${toKey(value)}` };
  }
  for (const [field, index] of indexes) {
    const ranges = usable.filter((each) => each.field === field);
    const [type, ...others] = new Set(ranges.map(({ value }) => typeof value));
    if (type === undefined || others.length > 0) continue;
    const within =
      type === 'number'
        ? sql`i.value > ${BELOW_NUMBERS} and i.value < 'false'`
        : sql`i.value > 'null' and i.value < ${BELOW_NUMBERS}`;
    const holds = ranges.map(({ operator, value }) => {
      const sign = isRange(operator) ? SIGNS[operator] : '=';
      // Of a longer text, the index only has the beginning.
      return sql`i.value ${sql.raw(isShort(value) ? sign : `${sign[0]}=`)} ${toKey(value)}`;
    });
    const isWhole = ranges.length === parts && ranges.every(({ value }) => isShort(value));
    return { index, field, isEqual: false, isWhole, holds: sql.join([within, ...holds], sql` and `) };
  }
  return undefined;
}

const isShort = (value: unknown) => typeof value !== 'string' || value.length < MAX_KEY;

/** Key of a plain value, as `entry_sort_key` makes it. Computed here: in SQL, it would be for each row. */
function toKey(value: unknown): Sql {
  const key = isShort(value) ? value : Array.from(String(value)).slice(0, MAX_KEY).join('');
  return sql`${JSON.stringify(key)}::jsonb`;
}

/** The rows of the condition's index are the entries of the query in its order. */
export function isAlongCondition({ condition, sortBy }: EntrySource): boolean {
  if (!condition?.isWhole) return false;
  return sortBy === undefined ? condition.isEqual : sortBy === condition.field;
}

/** Entries in the order of their ids or of the index to sort by; all of them, unless an index has just the matches. */
export function toSourceInOrder(source: EntrySource): Entries {
  const { place, sortBy, sortIndex, isFiltered, condition } = source;
  const ofTest = testEntries(source);
  if (condition && isAlongCondition(source)) {
    const key = sortBy === undefined ? sql`null::jsonb` : sql`i.value`;
    return {
      ofTest,
      matches: sql`true`,
      live: sql`select i.id, ${key} as key from ${idsOfCondition(place, condition)}`,
    };
  }
  // The rows of one value are closer together than the documents.
  const isIndexed = isFiltered && condition?.isEqual === true && condition.isWhole;
  const matches = isIndexed
    ? sql`(select true from ${idsOfCondition(place, condition)} and i.id = e.id)`
    : source.matches;
  const needsDocument = isFiltered && !isIndexed;
  if (sortIndex === undefined) {
    const document = needsDocument ? sql`, e.document` : sql``;
    return {
      ofTest,
      matches,
      live: sql`select e.id, null::jsonb as key${document} from ${ofCollection(place)}`,
    };
  }
  const index = { index: sortIndex, holds: sql`true` };
  return {
    ofTest,
    matches,
    live: needsDocument
      ? sql`select i.id, i.value as key, e.document from ${ofCondition(place, index)}`
      : sql`select i.id, i.value as key from ${idsOfCondition(place, index)}`,
  };
}

/** Entries among which all matches are, in any order: as few as an index can tell. */
export function toSourceOfMatches(source: EntrySource): Entries {
  const { place, sortBy, contained, condition, matches } = source;
  const ofTest = testEntries(source);
  const key = keyOf(sortBy);
  if (condition) {
    const live = sql`select i.id, ${key} as key, e.document from ${ofCondition(place, condition)}`;
    return { ofTest, matches, live };
  }
  const among = hasPlainValue(contained) ? sql` and ${isContained(place, contained)}` : sql``;
  const live = sql`select e.id, ${key} as key, e.document from ${ofCollection(place)}${among}`;
  return { ofTest, matches, live };
}

/** All matching entries, without what only pages need. */
export function toSeenIds(source: EntrySource): Sql {
  const { place, matches, condition } = source;
  const { live, ofTest } = toSourceOfMatches({ ...source, sortBy: undefined });
  const ids = condition?.isWhole
    ? sql`select i.id from ${idsOfCondition(place, condition)}`
    : source.isFiltered
      ? sql`select id from (${live}) as e where ${matches}`
      : sql`select e.id from ${ofCollection(place)}`;
  return ofTest ? sql`${ids} union all select id from (${ofTest}) as e` : ids;
}

/** Rows `i` of an index. */
function idsOfCondition(place: Collection, { index, holds }: Pick<IndexCondition, 'index' | 'holds'>): Sql {
  return sql`runtime.entry_index as i
    where i.domain_id = ${place.domainId} and i.index_id = ${index} and ${holds} ${unchanged(place, sql`i.id`)}`;
}

/** Rows `i` of an index with their entries `e`. `offset 0` keeps the lookup of each entry by its key. */
function ofCondition(place: Collection, { index, holds }: Pick<IndexCondition, 'index' | 'holds'>): Sql {
  const { domainId, collection } = place;
  return sql`runtime.entry_index as i cross join lateral (
      select entry.id, entry.document from runtime.entry
      where entry.domain_id = ${domainId} and entry.collection = ${collection} and entry.id = i.id
      offset 0) as e
    where i.domain_id = ${domainId} and i.index_id = ${index} and ${holds} ${unchanged(place, sql`i.id`)}`;
}

function ofCollection(place: Collection): Sql {
  const { domainId, collection } = place;
  return sql`runtime.entry as e
    where e.domain_id = ${domainId} and e.collection = ${collection} ${unchanged(place, sql`e.id`)}`;
}

function unchanged(place: Collection, id: Sql): Sql {
  return place.testId === undefined ? sql`` : sql`and ${isUnchanged(place, id)}`;
}

/** Matching entries of a test. */
function testEntries({ place, sortBy, matches }: EntrySource): Sql | undefined {
  const { domainId, collection, testId } = place;
  if (testId === undefined) return undefined;
  return sql`select e.id, ${keyOf(sortBy)} as key, e.document from runtime.test_entry as e
    where e.domain_id = ${domainId} and e.test_id = ${testId} and e.collection = ${collection}
      and e.document is not null and ${matches}`;
}

function keyOf(sortBy: string | undefined): Sql {
  return sortBy === undefined ? sql`null::jsonb` : sql`runtime.entry_sort_key(e.document, ${sortBy})`;
}

/** The index of documents has those of all domains, each below the name of its collection. */
function isContained({ domainId, collection }: Collection, contained: Record<string, unknown>): Sql {
  const within = { [`${domainId}/${collection}`]: contained };
  return sql`runtime.entry_within_collection(e.domain_id, e.collection, e.document) @> ${JSON.stringify(within)}::jsonb`;
}

/** The index of documents has no empty lists and objects, and would be read as a whole for them. */
function hasPlainValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.values(value).some(hasPlainValue);
}
