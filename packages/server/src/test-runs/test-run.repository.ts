import type { TestStatus, TestStrategy } from '@atrium/contract/test-runs/status';
import type { StatusCounts } from '@atrium/contract/test-runs/test-run';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { TestRunsTables } from './test-runs.tables.ts';

export interface StoredRun
  extends Omit<Selectable<TestRunsTables['testRuns']>, 'requestedBy' | 'counts' | 'versions'> {
  tally: TestTally;
}

/** Progress of a run's tests. */
export interface TestTally {
  counts: StatusCounts;
  /** Tests that began, whatever their outcome. */
  startedCount: number;
  /** Tests in quarantine that failed: they do not count as failures of the run. */
  quarantinedFailures: number;
  /** Tests that failed and then passed. */
  passedOnRetry: number;
}

export interface RunService {
  serviceId: string;
  serviceTag: string | null;
  version: number | null;
  error: string | null;
}

export interface RunDraft {
  id: string;
  domainId: string;
  requestedBy: string;
  userId: string;
  userName: string;
  permissions: string[] | null;
  strategy: TestStrategy;
  startedOn: Date;
  counts: StatusCounts;
  /** Whether the tests read files that are not live. */
  isCandidate: boolean;
  /** Whether secrets are withheld from the tests. */
  withoutSecrets: boolean;
  retries: number;
  isTimetabled: boolean;
  /** The services of which all tests are asked for, sorted. Empty: of all; null: only some tests are asked for. */
  askedServiceIds: string[] | null;
  /** All tests were asked for, and each of these services could list its own. */
  isWhole: boolean;
  /** The live version of every service, whichever take part; null of one that does not say. */
  versions: Record<string, number | null>;
}

const RUN_COLUMNS = [
  'id',
  'domainId',
  'userId',
  'userName',
  'permissions',
  'strategy',
  'status',
  'startedOn',
  'finishedOn',
  'revision',
  'execution',
  'heartbeatOn',
  'counts',
  'isCandidate',
  'withoutSecrets',
  'retries',
  'isTimetabled',
  'askedServiceIds',
  'isWhole',
  'resultBytes',
] as const;

export async function insertRun(db: Store, run: RunDraft, services: readonly RunService[]): Promise<void> {
  await db
    .insertInto('testRuns')
    .values({
      ...run,
      status: 'RUNNING',
      finishedOn: null,
      heartbeatOn: run.startedOn,
      counts: JSON.stringify(run.counts),
      versions: JSON.stringify(run.versions),
    })
    .execute();
  const rows = services.map((service, position) => ({ ...service, runId: run.id, position }));
  if (rows.length > 0) await db.insertInto('testRunServices').values(rows).execute();
}

export async function findRun(db: Store, domainId: string, id: string): Promise<StoredRun | undefined> {
  return toRun(await selectAllRuns(db, domainId).where('id', '=', id).executeTakeFirst());
}

export async function findRunningRun(db: Store, domainId: string): Promise<StoredRun | undefined> {
  return toRun(await selectAllRuns(db, domainId).where('status', '=', 'RUNNING').executeTakeFirst());
}

export async function findLatestRun(db: Store, domainId: string): Promise<StoredRun | undefined> {
  return toRun(
    await selectRuns(db, domainId)
      .orderBy('startedOn', 'desc')
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
    .where('startedOn', '>=', from)
    .where('startedOn', '<', before)
    .orderBy('startedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toRun(row));
}

/** Lists runs that a person started, newest first, including runs of changes that are not live. */
export async function listStartedRuns(
  db: Store,
  { domainId, userId }: { domainId: string; userId: string },
  { since, limit }: { since: Date; limit: number },
): Promise<StoredRun[]> {
  const rows = await selectAllRuns(db, domainId)
    .where('requestedBy', '=', userId)
    .where('startedOn', '>', since)
    .orderBy('startedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toRun(row));
}

/** Newest first; with `before`, those that started before that run. Run ids sort by time. */
export async function listRecentRuns(
  db: Store,
  domainId: string,
  { size, before }: { size: number; before?: string | undefined },
): Promise<StoredRun[]> {
  let query = selectRuns(db, domainId);
  if (before !== undefined) {
    const moment = db
      .selectFrom('testRuns')
      .select('startedOn')
      .where('domainId', '=', domainId)
      .where('id', '=', before);
    query = query.where(sql<boolean>`(started_on, id) < ((${moment}), ${before}::uuid)`);
  }
  const rows = await query.orderBy('startedOn', 'desc').orderBy('id', 'desc').limit(size).execute();
  return rows.map((row) => toRun(row));
}

/** Running runs whose execution has not shown that it lives since then, of all domains. */
export async function listSilentRuns(db: Store, since: Date): Promise<StoredRun[]> {
  const rows = await db
    .selectFrom('testRuns')
    .select(RUN_COLUMNS)
    .where('status', '=', 'RUNNING')
    .where('heartbeatOn', '<', since)
    .orderBy('id')
    .execute();
  return rows.map((row) => toRun(row));
}

export async function listRunServices(db: Store, runId: string): Promise<RunService[]> {
  return db
    .selectFrom('testRunServices')
    .select(['serviceId', 'serviceTag', 'version', 'error'])
    .where('runId', '=', runId)
    .orderBy('position')
    .orderBy('serviceId')
    .execute();
}

export async function updateRunService(
  db: Store,
  runId: string,
  serviceId: string,
  changes: { version?: number; error?: string | null },
): Promise<void> {
  await db
    .updateTable('testRunServices')
    .set(changes)
    .where('runId', '=', runId)
    .where('serviceId', '=', serviceId)
    .execute();
}

/** Takes a running run for a new execution; writes of earlier ones are refused from then on. */
export async function updateRunExecution(db: Store, id: string, now: Date): Promise<StoredRun | undefined> {
  return toRun(
    await db
      .updateTable('testRuns')
      .set((expression) => ({ execution: expression('execution', '+', 1), heartbeatOn: now }))
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
      .returning(RUN_COLUMNS)
      .executeTakeFirst(),
  );
}

/** Locks a run until the end of the transaction, so that its state and its tests change together. */
export async function lockRun(db: Store, id: string): Promise<StoredRun | undefined> {
  return toRun(
    await db.selectFrom('testRuns').select(RUN_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst(),
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
  const { tally, ...columns } = changes;
  await db
    .updateTable('testRuns')
    .set({
      ...columns,
      ...(tally && {
        counts: JSON.stringify({
          ...tally.counts,
          started: tally.startedCount,
          quarantined: tally.quarantinedFailures,
          retried: tally.passedOnRetry,
        }),
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Runs of live content: the history of the domain. */
function selectRuns(db: Store, domainId: string) {
  return selectAllRuns(db, domainId).where('isCandidate', '=', false);
}

function selectAllRuns(db: Store, domainId: string) {
  return db.selectFrom('testRuns').select(RUN_COLUMNS).where('domainId', '=', domainId);
}

type Row = Pick<Selectable<TestRunsTables['testRuns']>, (typeof RUN_COLUMNS)[number]>;

function toRun(row: Row): StoredRun;
function toRun(row: Row | undefined): StoredRun | undefined;
function toRun(row: Row | undefined): StoredRun | undefined {
  if (row === undefined) return undefined;
  const { counts, ...run } = row;
  return { ...run, tally: toTally(counts) };
}

function toTally({ started, quarantined = 0, retried = 0, ...counts }: Row['counts']): TestTally {
  const { OK = 0, FAIL = 0, RUNNING = 0 } = counts;
  const startedCount = started ?? OK + FAIL + RUNNING;
  return { counts, startedCount, quarantinedFailures: quarantined, passedOnRetry: retried };
}

/** All runs of a domain, with their results. */
export async function deleteRuns(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('testRuns').where('domainId', '=', domainId).execute();
}
