import type { InvocationQuery } from '@atrium/contract/service-api/functions/invocations';
import { sql } from 'kysely';
import type { Scope } from '../configuration/scope.ts';
import { SCHEMA } from '../database/connection.ts';
import type { Store } from '../database/schema.ts';

export const LISTED = [
  'id',
  'function',
  'event',
  'version',
  'userId',
  'source',
  'status',
  'durationMs',
  'memoryBytes',
  'error',
] as const;

/** Search conditions for one log. */
export interface LogSearch extends Pick<InvocationQuery, 'function' | 'status' | 'source' | 'userId'> {
  scope: Scope;
  /** Search words in PostgreSQL's format; an empty text for none. */
  words: string;
  /** The first id that counts, and the first that counts no more: ids are in the order of time. */
  from: string;
  to: string;
}

/** Newest first. Reads entry by entry until there are enough, or until it has read as many as `among` says. */
export async function listNewest(db: Store, search: LogSearch, limit: number, among?: number) {
  return selectFound(db, search, among).orderBy('id', 'desc').limit(limit).execute();
}

/**
 * Newest first, with how many there are, as the index of words knows them: nothing is read where nothing is found. Of more
 * than `most`, which are to be sorted, any are returned.
 */
export async function listIndexed(db: Store, search: LogSearch, limit: number, most: number) {
  const { scope, words, function: name, status, source, userId } = search;
  const marks = [name, status, source, userId].filter((mark) => mark !== undefined);
  const log = `${scope.domainId} ${scope.serviceId}`;
  const found = selectFound(db, search)
    .where(sql<boolean>`${sql.id(SCHEMA, 'log_words')}(domain_id || ' ' || service_id, search,
      array[function, status, source, user_id]) @@ ${sql.id(SCHEMA, 'log_query')}(${log}, ${words}, ${marks})`)
    .limit(most + 1);
  const rows = await db
    .selectFrom(found.as('found'))
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('count'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { rows: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 };
}

/** Counts of each function among the calls whose ids are not before one. */
export async function listRecentCounts(
  db: Store,
  { domainId, serviceId }: Scope,
  from: string,
): Promise<{ function: string; calls: number; errors: number; p95Ms: number | null }[]> {
  const { rows } = await sql<{ function: string; calls: number; errors: number; p95Ms: number }>`
    select function, count(*)::int as calls, (count(*) filter (where status = 'FAIL'))::int as errors,
      percentile_disc(0.95) within group (order by duration_ms)::float8 as p95_ms
    from ${sql.id(SCHEMA, 'invocation')}
    where domain_id = ${domainId} and service_id = ${serviceId} and id >= ${from}
    group by function order by function`.execute(db);
  return rows;
}

function selectFound(db: Store, search: LogSearch, among?: number) {
  const { words, source, userId } = search;
  const ordered = selectOrdered(db, search)
    .selectAll()
    .$if(among !== undefined, (q) => q.orderBy('id', 'desc').limit(among ?? 0));
  return db
    .selectFrom(ordered.as('invocation'))
    .select(LISTED)
    .$if(words !== '', (q) => q.where(sql<boolean>`search @@ to_tsquery('simple', ${words})`))
    .$if(source !== undefined, (q) => q.where('source', '=', source ?? 'API'))
    .$if(userId !== undefined, (q) => q.where('userId', '=', userId ?? ''));
}

/** Conditions that have an index in the order of time. */
function selectOrdered(db: Store, { scope, function: name, status, from, to }: LogSearch) {
  return db
    .selectFrom('invocation')
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .where('id', '>=', from)
    .where('id', '<', to)
    .$if(name !== undefined, (q) => q.where('function', '=', name ?? ''))
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'OK'));
}
