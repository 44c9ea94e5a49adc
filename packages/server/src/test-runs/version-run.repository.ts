import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface StoredVersionRun {
  version: number;
  runId: string;
  startedOn: Date;
  isRunning: boolean;
  passed: number;
  failed: number;
}

/**
 * The last run of live content at each version of a service, newest version first, with its test results. Prefers a run
 * of all tests, because a rerun of a few does not cover the others.
 */
export async function listVersionRuns(
  db: Store,
  domainId: string,
  { serviceId, from, to, limit }: { serviceId: string; from: number; to: number; limit: number },
): Promise<StoredVersionRun[]> {
  const { rows } = await sql<StoredVersionRun>`
    with last as (
      select distinct on (s.version) s.version, r.id, r.started_on, r.status
      from test_runs r
      join test_run_services s on s.run_id = r.id and s.service_id = ${serviceId} and s.version between ${from} and ${to}
      where r.domain_id = ${domainId} and not r.is_candidate
      order by s.version desc, (r.asked_service_ids is not null) desc, r.started_on desc, r.id desc
      limit ${limit}
    )
    select last.version, last.id as run_id, last.started_on, last.status = 'RUNNING' as is_running,
      (count(*) filter (where t.status = 'OK'))::int as passed,
      (count(*) filter (where t.status = 'FAIL'))::int as failed
    from last left join test_results t on t.run_id = last.id and t.service_id = ${serviceId}
    group by last.version, last.id, last.started_on, last.status
    order by last.version desc`.execute(db);
  return rows;
}
