import type { TestStatus, TestStrategy } from '@atrium/contract/test-runs/status';
import type { StatusCounts } from '@atrium/contract/test-runs/test-run';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { TestRunsTables } from './test-runs.tables.ts';

export interface StoredRun {
  id: string;
  domainId: string;
  /** Whom the tests act as. */
  userId: string;
  userName: string;
  strategy: TestStrategy;
  status: TestStatus;
  startedOn: Date;
  finishedOn: Date | null;
  revision: number;
  execution: number;
  heartbeatOn: Date;
  tally: TestTally;
}

/** How far the tests of a run have come. */
export interface TestTally {
  counts: StatusCounts;
  /** Tests that began, whatever became of them. */
  startedCount: number;
}

export interface RunService {
  serviceId: string;
  serviceTag: string | null;
  version: number | null;
  error: string | null;
}

export interface NewRun {
  id: string;
  domainId: string;
  requestedBy: string;
  userId: string;
  userName: string;
  strategy: TestStrategy;
  startedOn: Date;
  counts: StatusCounts;
  idempotencyKey: string | null;
  requestHash: string | null;
}

export async function insertRun(db: Store, run: NewRun, services: readonly RunService[]): Promise<void> {
  await db
    .insertInto('test_runs')
    .values({
      id: run.id,
      domain_id: run.domainId,
      requested_by: run.requestedBy,
      user_id: run.userId,
      user_name: run.userName,
      strategy: run.strategy,
      status: 'RUNNING',
      started_on: run.startedOn,
      finished_on: null,
      heartbeat_on: run.startedOn,
      counts: JSON.stringify(run.counts),
      idempotency_key: run.idempotencyKey,
      request_hash: run.requestHash,
    })
    .execute();
  const rows = services.map(({ serviceId, serviceTag, version, error }, position) => ({
    run_id: run.id,
    service_id: serviceId,
    position,
    service_tag: serviceTag,
    version,
    error,
  }));
  if (rows.length > 0) await db.insertInto('test_run_services').values(rows).execute();
}

export async function findRun(db: Store, domainId: string, id: string): Promise<StoredRun | undefined> {
  return toRun(await selectRuns(db, domainId).where('id', '=', id).executeTakeFirst());
}

export async function findRunningRun(db: Store, domainId: string): Promise<StoredRun | undefined> {
  return toRun(await selectRuns(db, domainId).where('status', '=', 'RUNNING').executeTakeFirst());
}

export async function findLatestRun(db: Store, domainId: string): Promise<StoredRun | undefined> {
  return toRun(
    await selectRuns(db, domainId)
      .orderBy('started_on', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
}

/** Newest first; `before` itself is not part of it. */
export async function listRuns(
  db: Store,
  domainId: string,
  from: Date,
  before: Date,
  limit: number,
): Promise<StoredRun[]> {
  const rows = await selectRuns(db, domainId)
    .where('started_on', '>=', from)
    .where('started_on', '<', before)
    .orderBy('started_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toRun(row));
}

export async function findRunByIdempotencyKey(
  db: Store,
  domainId: string,
  requestedBy: string,
  key: string,
): Promise<(StoredRun & { requestHash: string | null }) | undefined> {
  const row = await selectRuns(db, domainId)
    .where('requested_by', '=', requestedBy)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row && { ...toRun(row), requestHash: row.request_hash };
}

/** Frees a key that was used so long ago that it counts as never used. */
export async function updateIdempotencyKeyForgotten(
  db: Store,
  { domainId, userId }: { domainId: string; userId: string },
  key: string,
  startedBefore: Date,
): Promise<void> {
  await db
    .updateTable('test_runs')
    .set({ idempotency_key: null, request_hash: null })
    .where('domain_id', '=', domainId)
    .where('requested_by', '=', userId)
    .where('idempotency_key', '=', key)
    .where('started_on', '<', startedBefore)
    .execute();
}

/** Running runs whose execution has not shown that it lives since then, of all domains. */
export async function listSilentRuns(db: Store, since: Date): Promise<StoredRun[]> {
  const rows = await db
    .selectFrom('test_runs')
    .selectAll()
    .where('status', '=', 'RUNNING')
    .where('heartbeat_on', '<', since)
    .orderBy('id')
    .execute();
  return rows.map((row) => toRun(row));
}

export async function listRunServices(db: Store, runId: string): Promise<RunService[]> {
  const rows = await db
    .selectFrom('test_run_services')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('position')
    .orderBy('service_id')
    .execute();
  return rows.map((row) => ({
    serviceId: row.service_id,
    serviceTag: row.service_tag,
    version: row.version,
    error: row.error,
  }));
}

export async function updateRunService(
  db: Store,
  runId: string,
  serviceId: string,
  changes: { version?: number; error?: string | null },
): Promise<void> {
  await db
    .updateTable('test_run_services')
    .set(changes)
    .where('run_id', '=', runId)
    .where('service_id', '=', serviceId)
    .execute();
}

/** Takes a running run for a new execution; writes of earlier ones are refused from then on. */
export async function updateRunExecution(db: Store, id: string, now: Date): Promise<StoredRun | undefined> {
  return toRun(
    await db
      .updateTable('test_runs')
      .set((expression) => ({ execution: expression('execution', '+', 1), heartbeat_on: now }))
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Locks a run until the end of the transaction, so that its state and its tests change together. */
export async function lockRun(db: Store, id: string): Promise<StoredRun | undefined> {
  return toRun(
    await db.selectFrom('test_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
}

export async function updateRun(
  db: Store,
  id: string,
  changes: {
    revision?: number;
    tally?: TestTally;
    status?: TestStatus;
    finishedOn?: Date;
    heartbeatOn?: Date;
  },
): Promise<void> {
  const { revision, tally, status, finishedOn, heartbeatOn } = changes;
  await db
    .updateTable('test_runs')
    .set({
      ...(revision === undefined ? {} : { revision }),
      ...(tally === undefined
        ? {}
        : { counts: JSON.stringify({ ...tally.counts, started: tally.startedCount }) }),
      ...(status === undefined ? {} : { status }),
      ...(finishedOn === undefined ? {} : { finished_on: finishedOn }),
      ...(heartbeatOn === undefined ? {} : { heartbeat_on: heartbeatOn }),
    })
    .where('id', '=', id)
    .execute();
}

function selectRuns(db: Store, domainId: string) {
  return db.selectFrom('test_runs').selectAll().where('domain_id', '=', domainId);
}

type Row = Selectable<TestRunsTables['test_runs']>;

function toRun(row: Row): StoredRun;
function toRun(row: Row | undefined): StoredRun | undefined;
function toRun(row: Row | undefined): StoredRun | undefined {
  return (
    row && {
      id: row.id,
      domainId: row.domain_id,
      userId: row.user_id,
      userName: row.user_name,
      strategy: row.strategy,
      status: row.status,
      startedOn: row.started_on,
      finishedOn: row.finished_on,
      revision: row.revision,
      execution: row.execution,
      heartbeatOn: row.heartbeat_on,
      tally: toTally(row.counts),
    }
  );
}

function toTally({ started, ...counts }: Row['counts']): TestTally {
  const { OK = 0, FAIL = 0, RUNNING = 0 } = counts;
  return { counts, startedCount: started ?? OK + FAIL + RUNNING };
}
