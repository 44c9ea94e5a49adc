import { type Kysely, sql } from 'kysely';
import { addIdParts, dropIdParts } from '../../database/id-parts.ts';
import type { Database, Store } from '../../database/schema.ts';

const RESULTS = { name: 'test_results', key: 'run_id' };

/** Creates the parts of the results of the months to come. */
export function insertResultParts(db: Kysely<Database>, now: Date): Promise<void> {
  return addIdParts(db, RESULTS, now);
}

/** Drops the parts of months before a time that have lost all their runs. */
export function deleteResultParts(db: Kysely<Database>, before: Date): Promise<void> {
  return dropIdParts(db, RESULTS, before, async (transaction, part) => {
    const { rows } = await sql`select from ${sql.table(part)} limit 1`.execute(transaction);
    return rows.length === 0;
  });
}

/** Domains that have runs from before a moment, in the order of their ids. */
export async function listDomainsWithRuns(db: Store, before: Date): Promise<string[]> {
  const { rows } = await sql<{ domainId: string }>`
    select distinct domain_id from test_runs where started_on < ${before} order by domain_id`.execute(db);
  return rows.map(({ domainId }) => domainId);
}

/**
 * Unreferenced runs of a domain from before a moment, oldest first; if `isCounted`, only runs with a known size. Kept
 * regardless of age: the last few runs; the last passed run of a content, and of each test; the last run that notices
 * compare with; the last run with a quarantined test; runs that searches and the timetable refer to; and runs
 * referenced elsewhere.
 */
export async function listOldRuns(
  db: Store,
  domainId: string,
  {
    before,
    kept,
    referred,
    limit,
    isCounted = false,
  }: { before: Date; kept: number; referred: readonly string[]; limit: number; isCounted?: boolean },
): Promise<{ id: string; resultBytes: number }[]> {
  const { rows } = await sql<{ id: string; resultBytes: number }>`
    select r.id, r.result_bytes from test_runs r
    where r.domain_id = ${domainId} and r.started_on < ${before} and r.status <> 'RUNNING'
      and r.result_bytes >= ${isCounted ? 1 : 0} and r.id <> all (${referred}::uuid[])
      and r.id not in (
        select id from test_runs where domain_id = ${domainId} order by started_on desc, id desc limit ${kept})
      and r.id not in (
        select passed_run_id from reached_files where domain_id = ${domainId} and passed_run_id is not null
        union all select passed_run_id from change_searches where domain_id = ${domainId}
        union all select run_id from change_searches where domain_id = ${domainId} and status = 'RUNNING'
        union all select last_run_id from run_times where domain_id = ${domainId} and last_run_id is not null
        union all (select distinct on (asked_service_ids) id from test_runs
          where domain_id = ${domainId} and asked_service_ids is not null and not is_candidate
            and (status = 'FAIL' or status = 'OK' and is_whole)
          order by asked_service_ids, started_on desc, id desc))
      and not exists (
        select from test_results t
        where t.run_id = r.id and t.domain_id = ${domainId} and t.status = 'OK' and not exists (
          select from test_results later
          where later.domain_id = ${domainId} and later.service_id = t.service_id and later.test_id = t.test_id
            and later.run_id > t.run_id and later.status = 'OK'))
      and not exists (
        select from test_quarantines q
        join test_results t on t.run_id = r.id and t.service_id = q.service_id and t.test_id = q.test_id
        where q.domain_id = ${domainId} and t.domain_id = ${domainId} and not exists (
          select from test_results later
          where later.domain_id = ${domainId} and later.service_id = t.service_id and later.test_id = t.test_id
            and later.run_id > t.run_id))
    order by r.started_on, r.id limit ${limit}`.execute(db);
  return rows;
}

/** A run with its results. It has ended, so that nothing else writes there. */
export async function deleteRun(db: Store, domainId: string, id: string): Promise<void> {
  await db.deleteFrom('testRuns').where('domainId', '=', domainId).where('id', '=', id).execute();
}
