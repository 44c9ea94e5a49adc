import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** Domains of which something is known, in the order of their ids. */
export async function listReachingDomains(db: Store): Promise<string[]> {
  const { rows } = await sql<{ domainId: string }>`
    select distinct domain_id from reached_files order by domain_id`.execute(db);
  return rows.map(({ domainId }) => domainId);
}

/** The run of a domain that was started last, of what is live or not. */
export async function findLastRun(
  db: Store,
  domainId: string,
): Promise<{ id: string; isRunning: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isRunning: boolean }>`
    select id, status = 'RUNNING' as is_running from test_runs where domain_id = ${domainId}
    order by started_on desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** What no result of a domain's latest runs names: of those since a moment, and of the last few whenever they were. */
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

export async function deleteReachesById(
  transaction: Store,
  domainId: string,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from reaches where domain_id = ${domainId} and id = any(${ids}::bigint[])`.execute(
    transaction,
  );
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

export async function deleteReachedFilesById(
  transaction: Store,
  domainId: string,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from reached_files where domain_id = ${domainId} and id = any(${ids}::integer[])`.execute(
    transaction,
  );
}
