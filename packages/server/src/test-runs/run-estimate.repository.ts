import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Durations of each test's last pass; tests that never passed are omitted. */
export async function listLastDurations(
  db: Store,
  { domainId, runId }: { domainId: string; runId: string },
): Promise<{ serviceId: string; testId: string; durationMs: number }[]> {
  const { rows } = await sql<{ serviceId: string; testId: string; durationMs: number }>`
    select t.service_id, t.test_id, passed.duration_ms
    from test_results t
    cross join lateral (
      select p.duration_ms from test_results p
      where p.domain_id = ${domainId} and p.service_id = t.service_id and p.test_id = t.test_id
        and p.status = 'OK' and p.run_id < t.run_id
      order by p.run_id desc limit 1) passed
    where t.run_id = (select id from test_runs where id = ${runId} and domain_id = ${domainId}) and passed.duration_ms is not null
    order by t.position, t.test_id`.execute(db);
  return rows;
}

/** Durations of the last earlier run that wasn't canceled: total, and sum of its tests. */
export async function findLastPace(
  db: Store,
  { domainId, runId }: { domainId: string; runId: string },
): Promise<{ runMs: number; testsMs: number } | undefined> {
  const { rows } = await sql<{ runMs: number; testsMs: number }>`
    select 1000 * extract(epoch from r.finished_on - r.started_on)::float8 as run_ms,
      (select coalesce(sum(duration_ms), 0) from test_results t where t.run_id = r.id) as tests_ms
    from test_runs r
    where r.domain_id = ${domainId} and r.status in ('OK', 'FAIL')
      and r.started_on < (select started_on from test_runs where id = ${runId})
    order by r.started_on desc, r.id desc limit 1`.execute(db);
  return rows[0];
}
