import type { TestStatus } from '@atrium/contract/test-runs/status';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../database/schema.ts';

interface StoredPlace {
  runId: string;
  startedOn: Date;
  version: number | null;
}

export interface StoredFailureHistory {
  serviceId: string;
  testId: string;
  lastPassed: StoredPlace | null;
  firstFailed: StoredPlace;
}

/** The run of a column, with the version of the test's service in it. */
const place = (runId: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('runId', r.id, 'startedOn', r.started_on, 'version', s.version)
  from test_runs r left join test_run_services s on s.run_id = r.id and s.service_id = t.service_id
  where r.id = ${runId})`;

/** The failures of a run, in its order. Run ids sort by time. */
export async function listFailureHistories(
  db: Store,
  { domainId, runId }: { domainId: string; runId: string },
): Promise<StoredFailureHistory[]> {
  const { rows } = await sql<Record<'lastPassed' | 'firstFailed', PlaceJson | null> & StoredTestKey>`
    select t.service_id, t.test_id, ${place(sql`passed.run_id`)} as last_passed, ${place(sql`coalesce(failed.run_id, t.run_id)`)} as first_failed
    from test_results t
    left join lateral (
      select p.run_id from test_results p
      where p.domain_id = ${domainId} and p.service_id = t.service_id and p.test_id = t.test_id
        and p.status = 'OK' and p.run_id < t.run_id
      order by p.run_id desc limit 1) passed on true
    left join lateral (
      select f.run_id from test_results f
      where f.domain_id = ${domainId} and f.service_id = t.service_id and f.test_id = t.test_id
        and f.status = 'FAIL' and f.run_id <= t.run_id
        and f.run_id > coalesce(passed.run_id, '00000000-0000-0000-0000-000000000000'::uuid)
      order by f.run_id limit 1) failed on true
    where t.run_id = (select id from test_runs where id = ${runId} and domain_id = ${domainId}) and t.status = 'FAIL'
    order by t.position, t.test_id`.execute(db);
  return rows.map(({ serviceId, testId, lastPassed, firstFailed }) => ({
    serviceId,
    testId,
    lastPassed: lastPassed && toPlace(lastPassed),
    firstFailed: toPlace(firstFailed as PlaceJson),
  }));
}

interface StoredTestKey {
  serviceId: string;
  testId: string;
}

interface PlaceJson extends Omit<StoredPlace, 'startedOn'> {
  startedOn: string;
}

function toPlace({ startedOn, ...rest }: PlaceJson): StoredPlace {
  return { ...rest, startedOn: new Date(startedOn) };
}

/**
 * Outcome of the last earlier run of all tests of the same services that failed or fully passed. Run ids sort by time.
 */
export async function findOutcomeBefore(
  db: Store,
  { domainId, id, askedServiceIds }: { domainId: string; id: string; askedServiceIds: readonly string[] },
): Promise<TestStatus | undefined> {
  const row = await db
    .selectFrom('testRuns')
    .select('status')
    .where('domainId', '=', domainId)
    .where(sql<boolean>`asked_service_ids = ${askedServiceIds}::text[]`)
    .where('isCandidate', '=', false)
    .where(sql<boolean>`(status = 'FAIL' or status = 'OK' and is_whole)`)
    .where('id', '<', id)
    .orderBy('startedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status;
}

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
