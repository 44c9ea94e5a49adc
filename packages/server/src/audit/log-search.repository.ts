import type { LogPosition } from '@atrium/contract/audit/audit';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { AuditTables } from './audit.tables.ts';

export type LogEntryRow = Selectable<AuditTables['logEntries']>;

/** Entries that a call reads at most, in a tenth of a second or so; older ones are read by the next call. */
const READ_AT_MOST = 50_000;

/** Further values don't make the share of each smaller, so that a search gets on. */
const MOST_SHARES = 200;

export interface FoundEntries {
  rows: LogEntryRow[];
  /** Position of the last entry that was read, if older ones were not; undefined if the search is complete. */
  stoppedAt: LogPosition | undefined;
}

/** Entries with one of several values in a column that has an index by time. */
export interface Stream {
  column: 'domain_id' | 'user_id' | 'impersonator_id' | 'action';
  values: readonly string[];
  /** Further condition of the index, or for entries that another stream has. */
  condition?: RawBuilder<boolean>;
}

export interface EntrySearch {
  /** Without any, the entries of all domains. */
  streams: readonly Stream[];
  startAt: string | undefined;
  endAt: string | undefined;
  after: LogPosition | undefined;
  limit: number;
  /** Conditions without an index: they are checked entry by entry. */
  filters: readonly RawBuilder<boolean>[];
}

/** The newest entries that match, among the newest `most` of the streams. */
export async function listFound(db: Store, search: EntrySearch, most = READ_AT_MOST): Promise<FoundEntries> {
  const { filters, limit } = search;
  const stoppedAt = filters.length === 0 ? undefined : await findLastRead(db, search, most);
  const conditions = [
    ...filters,
    ...(stoppedAt ? [sql<boolean>`(created_on, id) >= ${toRow(stoppedAt)}`] : []),
  ];
  const columns = sql`id, created_on, domain_id, user_id, impersonator_id, page_service_id, action, message, before,
    after, stack_trace, request_id`;
  const { rows } = await sql<LogEntryRow>`
    ${selectStreams(search, { columns, conditions, limit: sql`limit ${limit}` })} limit ${limit}`.execute(db);
  return { rows, stoppedAt: rows.length < limit ? stoppedAt : undefined };
}

/** The position at which each stream has been read as far as it may be; undefined if all of them end before. */
async function findLastRead(db: Store, search: EntrySearch, most: number): Promise<LogPosition | undefined> {
  const count = search.streams.reduce((sum, { values }) => sum + values.length, 0);
  const each = Math.ceil(most / Math.min(Math.max(count, 1), MOST_SHARES));
  const { rows } = await sql<{ id: string; createdOn: Date }>`
    ${selectStreams(search, { columns: sql`id, created_on`, conditions: [], limit: sql`offset ${each - 1} limit 1` })}
    limit 1`.execute(db);
  const [last] = rows;
  return last && { createdOn: last.createdOn.toISOString(), id: last.id };
}

interface Selection {
  columns: RawBuilder<unknown>;
  conditions: readonly RawBuilder<boolean>[];
  /** Limit of each value of a stream. */
  limit: RawBuilder<unknown>;
}

/**
 * Newest first. Each value of a stream is read through its index, so none is read further than it needs to be. The statement
 * must not be prepared, which its `*` says: how many entries a value has decides on the plan.
 */
function selectStreams({ streams, startAt, endAt, after }: EntrySearch, selection: Selection) {
  const { columns, conditions, limit } = selection;
  const all = [
    ...(startAt === undefined ? [] : [sql<boolean>`created_on >= ${startAt}::timestamptz`]),
    ...(endAt === undefined ? [] : [sql<boolean>`created_on <= ${endAt}::timestamptz`]),
    ...(after === undefined ? [] : [sql<boolean>`(created_on, id) < ${toRow(after)}`]),
    ...conditions,
  ];
  const select = (own: RawBuilder<boolean>) => sql`(
    select ${columns} from log_entries where ${sql.join([own, ...all], sql` and `)}
    order by created_on desc, id desc ${limit})`;
  const ofValues = streams.map(({ column, values, condition = sql<boolean>`true` }) => {
    // The index of actions has its own collation: a database may compare texts in another way.
    const [type, name] =
      column === 'action' ? [sql`text`, sql`action collate "C"`] : [sql`uuid`, sql.ref(column)];
    const is = (value: RawBuilder<unknown>) => select(sql`${name} = ${value} and ${condition}`);
    const [only, ...others] = values;
    return only !== undefined && others.length === 0
      ? is(sql`${only}::${type}`)
      : sql`select entry.* from unnest(${values}::${type}[]) as stream (value) cross join lateral ${is(sql`stream.value`)} as entry`;
  });
  // The condition of the index of all domains, which must not be walked for the entries of one of them.
  const selects = ofValues.length === 0 ? [select(sql`action <> ''`)] : ofValues;
  return sql`
    select * from (${sql.join(selects, sql` union all `)}) as entries order by created_on desc, id desc`;
}

function toRow({ createdOn, id }: LogPosition) {
  return sql`(${createdOn}::timestamptz, ${id}::uuid)`;
}
