import { RETRIED_LETTER } from '@atrium/contract/test-runs/test-history';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface StoredTestHistory {
  serviceId: string;
  testId: string;
  fullPath: string;
  /** For each run with the test: its place among the runs in six digits, and the letter of the result. */
  marks: string;
  averageMs: number | null;
}

const letter = sql`case when t.status = 'OK' and t.failed_tries is not null then ${RETRIED_LETTER} else left(t.status, 1) end`;

/** Test results of the domain in some runs, by service and path. */
export async function listTestHistories(
  db: Store,
  domainId: string,
  runIds: readonly string[],
): Promise<StoredTestHistory[]> {
  const { rows } = await sql<StoredTestHistory>`
    select t.service_id, t.test_id, max(t.full_path) as full_path,
      string_agg(lpad(run.place::text, 6, '0') || ${letter}, '') as marks,
      avg(t.duration_ms) filter (where t.status = 'OK') as average_ms
    from unnest(${runIds}::uuid[]) with ordinality as run (id, place)
    join test_results t on t.run_id = run.id and t.domain_id = ${domainId}
    group by t.service_id, t.test_id
    order by t.service_id, t.test_id`.execute(db);
  return rows;
}

export interface RunVersion {
  runId: string;
  serviceId: string;
  version: number | null;
}

/** Versions of all services in some runs of the domain: tested versions, and live versions of services that took no part. */
export async function listVersionsOfRuns(
  db: Store,
  domainId: string,
  runIds: readonly string[],
): Promise<RunVersion[]> {
  const { rows } = await sql<RunVersion>`
    with run as (select id, versions from test_runs where domain_id = ${domainId} and id = any(${runIds}::uuid[]))
    select s.run_id, s.service_id, s.version from run join test_run_services s on s.run_id = run.id
    union all
    select run.id, live.key, live.value::int from run cross join jsonb_each_text(run.versions) live
    where not exists (select from test_run_services s where s.run_id = run.id and s.service_id = live.key)
    order by run_id, service_id`.execute(db);
  return rows;
}
