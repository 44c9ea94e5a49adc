import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** Domains of which something is known, in the order of their ids. */
export async function listReachingDomains(db: Store): Promise<string[]> {
  const { rows } = await sql<{ domainId: string }>`
    select distinct domain_id from reached_files order by domain_id`.execute(db);
  return rows.map(({ domainId }) => domainId);
}

/**
 * Reach ids that no result of a domain's latest runs refers to: runs since a moment, and the last few regardless of
 * age.
 */
export async function listOldReachIds(
  db: Store,
  domainId: string,
  { since, runs }: { since: Date; runs: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with kept as (
      select id from test_runs where domain_id = ${domainId} and started_on >= ${since}
      union
      (select id from test_runs where domain_id = ${domainId} order by started_on desc, id desc limit ${runs})
    ), needed as (
      select distinct reach_id from test_results where run_id in (select id from kept) and reach_id is not null
    )
    select id from reaches r
    where r.domain_id = ${domainId} and not exists (select from needed where needed.reach_id = r.id)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Contents that no reach names any more, unless a test passed with them since a moment: they may return. */
export async function listOldReachedFileIds(
  db: Store,
  domainId: string,
  passedSince: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with needed as (select distinct unnest(file_ids) as id from reaches where domain_id = ${domainId})
    select id from reached_files f
    where f.domain_id = ${domainId} and (f.passed_on is null or f.passed_on < ${passedSince})
      and not exists (select from needed where needed.id = f.id)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

interface Unused {
  domainId: string;
  ids: readonly number[];
}

/** Marks rows as unused. */
export async function updateUnused(
  db: Store,
  table: 'reaches' | 'reached_files',
  { domainId, ids }: Unused,
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set unused_since = ${now}
    where domain_id = ${domainId} and id = any(${ids}::bigint[]) and unused_since is null`.execute(db);
}

/** Deletes rows unused since before a moment, unless a run has found them in between. */
export async function deleteUnused(
  db: Store,
  table: 'reaches' | 'reached_files',
  { domainId, ids }: Unused,
  before: Date,
): Promise<void> {
  // Uses the order in which a run locks the rows that it finds.
  await sql`
    delete from ${sql.table(table)} where domain_id = ${domainId} and id in (
      select id from ${sql.table(table)}
      where domain_id = ${domainId} and id = any(${ids}::bigint[]) and unused_since < ${before}
      order by id for update)`.execute(db);
}
