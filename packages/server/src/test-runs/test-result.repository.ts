import type { ReachedFile } from '@atrium/contract/service-api/functions/test-reach';
import { hasDuration, type TestAction, type TestStatus } from '@atrium/contract/test-runs/status';
import type { FailureKind } from '@atrium/contract/test-runs/test-failure';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { TestTally } from './test-run.repository.ts';
import type { StoredFailure, StoredTry } from './test-runs.tables.ts';

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
  quarantine: string | null;
  /** Number of failed tries that were retried. */
  failedCount: number;
}

export interface StoredTestDetails extends StoredTest {
  startedOn: Date | null;
  failure: StoredFailure | null;
  console: string | null;
  failedTries: StoredTry[] | null;
}

export interface TestDraft {
  serviceId: string;
  testId: string;
  fullPath: string;
  action: TestAction;
}

/** A change of a test's state as a service reports it. */
export interface TestChange {
  serviceId: string;
  testId: string;
  status: TestStatus;
  startedOn: string | null;
  durationMs: number | null;
  result: string | null;
  failureKind: FailureKind | null;
  failureMessage: string | null;
  failure: StoredFailure | null;
  console: string | null;
  /** The files that it reached; null where that is not known. */
  reach: readonly ReachedFile[] | null;
  /** A failure that is not the last word: the test waits for another try. */
  failedTry: StoredTry | null;
}

/** The change of a run that writes of tests belong to. */
export interface RunChange {
  revision: number;
  now: Date;
}

const failedCount = sql<number>`coalesce(jsonb_array_length(failed_tries), 0)`.as('failedCount');

/** Inserts any number of tests in a single statement: they are sent as one JSON value. */
export async function insertTests(
  db: Store,
  run: { id: string; domainId: string; isCandidate: boolean },
  tests: readonly TestDraft[],
): Promise<void> {
  const rows = JSON.stringify(
    tests.map(({ serviceId, testId, fullPath, action }, position) => ({
      serviceId,
      testId,
      position,
      fullPath,
      action,
      status: action === 'SKIP' ? 'SKIPPED' : 'PENDING',
    })),
  );
  await sql`
    insert into test_results
      (run_id, domain_id, service_id, test_id, position, full_path, action, status, revision)
    select ${run.id}, ${run.isCandidate ? null : run.domainId}::uuid, "serviceId", "testId", position, "fullPath", action, status, 1
    from jsonb_to_recordset(${rows}::jsonb)
      as t ("serviceId" text, "testId" text, position int, "fullPath" text, action text, status text)
  `.execute(db);
}

/**
 * Writes reported states. A test in its final state keeps it, whatever is reported later. Returns the size of the
 * written texts.
 */
export async function updateTests(
  db: Store,
  runId: string,
  revision: number,
  changes: readonly (Omit<TestChange, 'reach'> & { reachId: number | null; textBytes: number })[],
): Promise<number> {
  // The planner knows nothing about a run that has just begun, assumes one row, and would compare each change with each
  // test of the run.
  await sql`set local enable_nestloop = off`.execute(db);
  const { rows } = await sql<{ textBytes: number }>`
    update test_results r
    set status = c.status, revision = ${revision},
      started_on = coalesce(c."startedOn", r.started_on), duration_ms = c."durationMs",
      result = c.result, failure_kind = c."failureKind", failure_message = c."failureMessage",
      failure = c.failure, console = c.console, reach_id = c."reachId",
      failed_tries = case when c."failedTry" is null then r.failed_tries
        else coalesce(r.failed_tries, '[]') || c."failedTry" end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (
      "serviceId" text, "testId" text, status text, "startedOn" timestamptz, "durationMs" double precision,
      result text, "failureKind" text, "failureMessage" text, failure jsonb, console text, "reachId" bigint,
      "failedTry" jsonb, "textBytes" bigint
    )
    where r.run_id = ${runId} and r.service_id = c."serviceId" and r.test_id = c."testId"
      and r.status in ('PENDING', 'RUNNING')
    returning c."textBytes"
  `.execute(db);
  return rows.reduce((sum, { textBytes }) => sum + textBytes, 0);
}

/** Ends every test that has no final state, of one service or of all, and returns how many. The time of running tests ends now. */
export async function updateUnfinishedTests(
  db: Store,
  runId: string,
  { revision, now }: RunChange,
  changes: { status: TestStatus; failureKind?: FailureKind; failureMessage?: string },
  only: { serviceId?: string; testId?: string; isQuarantined?: boolean } = {},
): Promise<number> {
  let query = db
    .updateTable('testResults')
    .set({
      status: changes.status,
      revision,
      failureKind: changes.failureKind ?? null,
      failureMessage: changes.failureMessage ?? null,
      durationMs: sql<number | null>`case when status = 'RUNNING'
          then 1000 * extract(epoch from greatest(${now}::timestamptz, started_on) - started_on) end`,
    })
    .where('runId', '=', runId)
    .where('status', 'in', ['PENDING', 'RUNNING']);
  if (only.serviceId !== undefined) query = query.where('serviceId', '=', only.serviceId);
  if (only.testId !== undefined) query = query.where('testId', '=', only.testId);
  if (only.isQuarantined !== undefined)
    query = query.where('quarantine', only.isQuarantined ? 'is not' : 'is', null);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A test without a final state, and how often it has failed in this run. */
export interface UnfinishedTest {
  testId: string;
  failedCount: number;
}

/** Tests without a final state, in the order in which they are to run; of those in quarantine, or of the others, if asked for. */
export function listUnfinishedTests(
  db: Store,
  runId: string,
  serviceId: string,
  only?: { isQuarantined: boolean },
): Promise<UnfinishedTest[]> {
  let query = db
    .selectFrom('testResults')
    .select(['testId', failedCount])
    .where('runId', '=', runId)
    .where('serviceId', '=', serviceId)
    .where('status', 'in', ['PENDING', 'RUNNING']);
  if (only !== undefined) query = query.where('quarantine', only.isQuarantined ? 'is not' : 'is', null);
  return query.orderBy('position').orderBy('testId').execute();
}

/** Tests that a person canceled after a revision: those whose service stays away say why. */
export async function listCanceledTests(
  db: Store,
  runId: string,
  sinceRevision: number,
): Promise<{ serviceId: string; testId: string }[]> {
  return db
    .selectFrom('testResults')
    .select(['serviceId', 'testId'])
    .where('runId', '=', runId)
    .where('revision', '>', sinceRevision)
    .where('status', '=', 'CANCELED')
    .where('failureMessage', 'is', null)
    .orderBy('revision')
    .orderBy('serviceId')
    .orderBy('testId')
    .execute();
}

export async function countTests(db: Store, runId: string): Promise<TestTally> {
  const rows = await db
    .selectFrom('testResults')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn.count<number>('startedOn').as('started'),
      fn.count<number>('quarantine').as('quarantined'),
      fn.count<number>('failedTries').as('retried'),
    ])
    .where('runId', '=', runId)
    .groupBy('status')
    .orderBy('status')
    .execute();
  const begun = rows.filter(({ status }) => hasDuration(status));
  return {
    counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    startedCount: begun.reduce((sum, { started }) => sum + started, 0),
    quarantinedFailures: rows.find(({ status }) => status === 'FAIL')?.quarantined ?? 0,
    passedOnRetry: rows.find(({ status }) => status === 'OK')?.retried ?? 0,
  };
}

const listed = (maxResult: number) =>
  [
    'serviceId',
    'testId',
    'fullPath',
    'action',
    'status',
    'revision',
    'durationMs',
    sql<string | null>`left(result, ${maxResult})`.as('result'),
    sql<boolean>`coalesce(length(result) > ${maxResult}, false)`.as('isResultCut'),
    'failureKind',
    'failureMessage',
    'quarantine',
    failedCount,
  ] as const;

export async function listTests(db: Store, runId: string, maxResult: number): Promise<StoredTest[]> {
  return db
    .selectFrom('testResults')
    .select(listed(maxResult))
    .where('runId', '=', runId)
    .orderBy('position')
    .orderBy('testId')
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
    .selectFrom('testResults')
    .select(listed(maxResult))
    .where('runId', '=', runId)
    .where('revision', '>', sinceRevision)
    .orderBy('position')
    .orderBy('testId')
    .execute();
}

export async function findTest(
  db: Store,
  runId: string,
  serviceId: string,
  testId: string,
): Promise<StoredTestDetails | undefined> {
  return db
    .selectFrom('testResults')
    .select(listed(2 ** 30))
    .select(['startedOn', 'failure', 'console', 'failedTries'])
    .where('runId', '=', runId)
    .where('serviceId', '=', serviceId)
    .where('testId', '=', testId)
    .executeTakeFirst();
}
