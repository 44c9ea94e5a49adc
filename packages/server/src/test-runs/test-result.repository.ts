import { hasDuration, type TestAction, type TestStatus } from '@atrium/contract/test-runs/status';
import type { FailureKind } from '@atrium/contract/test-runs/test';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { TestTally } from './test-run.repository.ts';
import type { StoredFailure } from './test-runs.tables.ts';

/** A test of a run as lists show it. */
export interface StoredTest {
  serviceId: string;
  testId: string;
  fullPath: string;
  action: TestAction;
  status: TestStatus;
  revision: number;
  durationMs: number | null;
  /** JSON text, cut where `isResultCut`. */
  result: string | null;
  isResultCut: boolean;
  failureKind: FailureKind | null;
  failureMessage: string | null;
}

export interface StoredTestDetails extends StoredTest {
  startedOn: Date | null;
  failure: StoredFailure | null;
  console: string | null;
}

export interface StoredPastResult {
  runId: string;
  status: TestStatus;
  startedOn: Date | null;
  durationMs: number | null;
  version: number | null;
  failureKind: FailureKind | null;
  failureMessage: string | null;
}

export interface NewTest {
  serviceId: string;
  testId: string;
  fullPath: string;
  action: TestAction;
}

/** A change of a test's state as a service reports it. Names are those of the columns: it travels as JSON. */
export interface TestChange {
  service_id: string;
  test_id: string;
  status: TestStatus;
  started_on: string | null;
  duration_ms: number | null;
  result: string | null;
  failure_kind: FailureKind | null;
  failure_message: string | null;
  failure: StoredFailure | null;
  console: string | null;
}

/** The change of a run that writes of tests belong to. */
export interface RunChange {
  revision: number;
  now: Date;
}

/** One statement for any number of tests: they are sent as one JSON value. */
export async function insertTests(
  db: Store,
  run: { id: string; domainId: string },
  tests: readonly NewTest[],
): Promise<void> {
  const rows = JSON.stringify(
    tests.map(({ serviceId, testId, fullPath, action }, position) => ({
      service_id: serviceId,
      test_id: testId,
      position,
      full_path: fullPath,
      action,
      status: action === 'SKIP' ? 'SKIPPED' : 'PENDING',
    })),
  );
  await sql`
    insert into test_results
      (run_id, domain_id, service_id, test_id, position, full_path, action, status, revision)
    select ${run.id}, ${run.domainId}, service_id, test_id, position, full_path, action, status, 1
    from jsonb_to_recordset(${rows}::jsonb)
      as t (service_id text, test_id text, position int, full_path text, action text, status text)
  `.execute(db);
}

/** Writes reported states. A test that has its final state keeps it, whatever comes later. */
export async function updateTests(
  db: Store,
  runId: string,
  revision: number,
  changes: readonly TestChange[],
): Promise<void> {
  // Of a run that has just begun the planner knows nothing, takes it for one row, and would compare each change
  // with each test of the run.
  await sql`set local enable_nestloop = off`.execute(db);
  await sql`
    update test_results r
    set status = c.status, revision = ${revision},
      started_on = coalesce(c.started_on, r.started_on), duration_ms = c.duration_ms,
      result = c.result, failure_kind = c.failure_kind, failure_message = c.failure_message,
      failure = c.failure, console = c.console
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (
      service_id text, test_id text, status text, started_on timestamptz, duration_ms double precision,
      result text, failure_kind text, failure_message text, failure jsonb, console text
    )
    where r.run_id = ${runId} and r.service_id = c.service_id and r.test_id = c.test_id
      and r.status in ('PENDING', 'RUNNING')
  `.execute(db);
}

/** Gives every test that has no final state, of one service or of all, this one. What was running took until now. */
export async function updateUnfinishedTests(
  db: Store,
  runId: string,
  { revision, now }: RunChange,
  changes: { status: TestStatus; failureKind?: FailureKind; failureMessage?: string },
  only: { serviceId?: string; testId?: string } = {},
): Promise<number> {
  let query = db
    .updateTable('test_results')
    .set({
      status: changes.status,
      revision,
      failure_kind: changes.failureKind ?? null,
      failure_message: changes.failureMessage ?? null,
      duration_ms: sql<
        number | null
      >`1000 * extract(epoch from greatest(${now}::timestamptz, started_on) - started_on)`,
    })
    .where('run_id', '=', runId)
    .where('status', 'in', ['PENDING', 'RUNNING']);
  if (only.serviceId !== undefined) query = query.where('service_id', '=', only.serviceId);
  if (only.testId !== undefined) query = query.where('test_id', '=', only.testId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Tests without a final state, in the order in which they are to run. */
export async function listUnfinishedTestIds(db: Store, runId: string, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_results')
    .select('test_id')
    .where('run_id', '=', runId)
    .where('service_id', '=', serviceId)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .orderBy('position')
    .orderBy('test_id')
    .execute();
  return rows.map((row) => row.test_id);
}

/** Tests cancelled one by one after a revision. */
export async function listCanceledTests(
  db: Store,
  runId: string,
  sinceRevision: number,
): Promise<{ serviceId: string; testId: string }[]> {
  const rows = await db
    .selectFrom('test_results')
    .select(['service_id', 'test_id'])
    .where('run_id', '=', runId)
    .where('revision', '>', sinceRevision)
    .where('status', '=', 'CANCELED')
    .orderBy('revision')
    .orderBy('service_id')
    .orderBy('test_id')
    .execute();
  return rows.map((row) => ({ serviceId: row.service_id, testId: row.test_id }));
}

export async function countTests(db: Store, runId: string): Promise<TestTally> {
  const rows = await db
    .selectFrom('test_results')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn.count<number>('started_on').as('started'),
    ])
    .where('run_id', '=', runId)
    .groupBy('status')
    .orderBy('status')
    .execute();
  const begun = rows.filter(({ status }) => hasDuration(status));
  return {
    counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    startedCount: begun.reduce((sum, { started }) => sum + started, 0),
  };
}

const listed = (maxResult: number) =>
  [
    'service_id as serviceId',
    'test_id as testId',
    'full_path as fullPath',
    'action',
    'status',
    'revision',
    'duration_ms as durationMs',
    sql<string | null>`left(result, ${maxResult})`.as('result'),
    sql<boolean>`coalesce(length(result) > ${maxResult}, false)`.as('isResultCut'),
    'failure_kind as failureKind',
    'failure_message as failureMessage',
  ] as const;

export async function listTests(db: Store, runId: string, maxResult: number): Promise<StoredTest[]> {
  return db
    .selectFrom('test_results')
    .select(listed(maxResult))
    .where('run_id', '=', runId)
    .orderBy('position')
    .orderBy('test_id')
    .execute();
}

/** Tests that changed after a revision, in their order in the run. */
export async function listChangedTests(
  db: Store,
  runId: string,
  sinceRevision: number,
  maxResult: number,
): Promise<StoredTest[]> {
  return db
    .selectFrom('test_results')
    .select(listed(maxResult))
    .where('run_id', '=', runId)
    .where('revision', '>', sinceRevision)
    .orderBy('position')
    .orderBy('test_id')
    .execute();
}

export async function findTest(
  db: Store,
  runId: string,
  serviceId: string,
  testId: string,
): Promise<StoredTestDetails | undefined> {
  return db
    .selectFrom('test_results')
    .select(listed(2 ** 30))
    .select(['started_on as startedOn', 'failure', 'console'])
    .where('run_id', '=', runId)
    .where('service_id', '=', serviceId)
    .where('test_id', '=', testId)
    .executeTakeFirst();
}

/** Results of one test over all runs of the domain, newest first. Run ids sort by time. */
export async function listPastResults(
  db: Store,
  domainId: string,
  serviceId: string,
  testId: string,
  limit: number,
): Promise<StoredPastResult[]> {
  return db
    .selectFrom('test_results')
    .innerJoin('test_run_services', (join) =>
      join
        .onRef('test_run_services.run_id', '=', 'test_results.run_id')
        .onRef('test_run_services.service_id', '=', 'test_results.service_id'),
    )
    .select([
      'test_results.run_id as runId',
      'status',
      'started_on as startedOn',
      'duration_ms as durationMs',
      'version',
      'failure_kind as failureKind',
      'failure_message as failureMessage',
    ])
    .where('domain_id', '=', domainId)
    .where('test_results.service_id', '=', serviceId)
    .where('test_id', '=', testId)
    .where('status', 'not in', ['PENDING', 'RUNNING'])
    .orderBy('test_results.run_id', 'desc')
    .limit(limit)
    .execute();
}

/** All tests of a run with everything that is kept of them except long results. */
export async function listTestDetails(db: Store, runId: string): Promise<StoredTestDetails[]> {
  return db
    .selectFrom('test_results')
    .select(listed(1))
    .select(['started_on as startedOn', 'failure', 'console'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .orderBy('test_id')
    .execute();
}
