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
