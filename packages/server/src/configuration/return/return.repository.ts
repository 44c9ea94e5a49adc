import type { ReturnState } from '@atrium/contract/test-runs/submit-return';
import { type NotNull, type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { fromCompressedJson } from '../compressed-json.ts';
import type { ConfigurationTables, StoredReturnedService } from '../configuration.tables.ts';

const COLUMNS = [
  'id',
  'attempt',
  'runId',
  'domainId',
  'userId',
  'impersonatorId',
  'pageServiceId',
  'requestId',
  'testState',
  'reason',
  'returned',
  'pullId',
  'testedOn',
] as const;

type Row = Pick<Selectable<ConfigurationTables['submissions']>, (typeof COLUMNS)[number]>;

/** A submission that a run decides about. */
export interface StoredReturn extends Omit<Row, 'runId' | 'testState' | 'returned' | 'testedOn'> {
  runId: string;
  state: ReturnState;
  services: StoredReturnedService[];
  testedOn: Date;
}

export async function findReturn(
  db: Store,
  domainId: string,
  runId: string,
): Promise<StoredReturn | undefined> {
  const row = await selectReturns(db)
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  return row && toReturn(row);
}

/**
 * By the run alone: for jobs, which work for all domains. Takes the return over from a process that may still be at it: what that
 * one does from now on does not count.
 */
export async function claimReturning(db: Store, runId: string): Promise<StoredReturn | undefined> {
  const row = await db
    .updateTable('submissions')
    .set({ attempt: sql<number>`attempt + 1` })
    .where('runId', '=', runId)
    .where('returned', 'is not', null)
    .where('testState', '=', 'RETURNING')
    .returning(COLUMNS)
    .$narrowType<{ runId: NotNull; returned: NotNull; testedOn: NotNull }>()
    .executeTakeFirst();
  return row && toReturn(row);
}

/** Returns that are not complete, of all domains. */
export async function listReturning(db: Store): Promise<StoredReturn[]> {
  const rows = await selectReturns(db)
    .where('testState', '=', 'RETURNING')
    .orderBy('testedOn')
    .orderBy('runId')
    .execute();
  return rows.map(toReturn);
}

/** The last run that decided about submissions with the key. */
export async function findLastReturn(
  db: Store,
  domainId: string,
  backupKey: string,
): Promise<StoredReturn | undefined> {
  const row = await selectReturns(db)
    .where('domainId', '=', domainId)
    .where('backupKey', '=', backupKey)
    .orderBy('testedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toReturn(row);
}

/** Returns whether a service is being put back at the moment. */
export async function hasReturning(db: Store, domainId: string, serviceId: string): Promise<boolean> {
  const returns = await listReturningOf(db, domainId);
  return returns.some(({ services }) => services.some((service) => service.serviceId === serviceId));
}

/** The runs because of which services are being put back. */
export async function listReturningRunIds(db: Store, domainId: string): Promise<string[]> {
  return (await listReturningOf(db, domainId)).map(({ runId }) => runId);
}

/** The versions of a service that submissions may still be returned to, also those whose run has not started yet. */
export async function listReturnableVersions(
  db: Store,
  domainId: string,
  serviceId: string,
): Promise<number[]> {
  // First, because a run may start while both are read.
  const untested = await db
    .selectFrom('submissions')
    .innerJoin('backups', (join) =>
      join
        .onRef('backups.domainId', '=', 'submissions.domainId')
        .onRef('backups.backupKey', '=', 'submissions.backupKey')
        .onRef('backups.userId', '=', 'submissions.userId'),
    )
    .select('backups.version')
    .where('submissions.domainId', '=', domainId)
    .where('submissions.tests', '=', 'RETURN')
    .where('submissions.testState', 'is', null)
    .where('submissions.state', 'in', ['RUNNING', 'DONE'])
    .where('backups.serviceId', '=', serviceId)
    .orderBy('backups.version')
    .orderBy('backups.id')
    .execute();
  const rows = await selectReturns(db)
    .where('domainId', '=', domainId)
    .where('testState', 'in', ['STARTED', 'RETURNING'])
    .orderBy('runId')
    .execute();
  const returnable = rows
    .flatMap(({ returned }) => returned)
    .filter((service) => service.serviceId === serviceId)
    .map(({ before }) => before);
  return [...untested.map(({ version }) => version), ...returnable];
}

/** Whether tests may still return a submission of a domain that was begun, or tested, after `since`. */
export async function hasReturnable(db: Store, domainId: string, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('submissions')
    .select('id')
    .where('domainId', '=', domainId)
    .where((where) =>
      where.or([
        where.and([
          where('tests', '=', 'RETURN'),
          where('state', '=', 'DONE'),
          where('testState', 'is', null),
        ]),
        where.and([where('testState', 'in', ['STARTED', 'RETURNING']), where('returned', 'is not', null)]),
      ]),
    )
    .where(sql<boolean>`coalesce(tested_on, ended_on, started_on) > ${since}`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Submissions of a service that tests returned: its versions after `before`, up to `submitted`. */
export async function listReturned(
  db: Store,
  { domainId, serviceId }: { domainId: string; serviceId: string },
): Promise<StoredReturnedService[]> {
  const rows = await selectReturns(db)
    .where('domainId', '=', domainId)
    .where('testState', '=', 'RETURNED')
    .orderBy('testedOn')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ returned }) => returned).filter((service) => service.serviceId === serviceId);
}

/** Changes the state, if it is still the one that was read, and the attempt, too, if one is named. Returns whether it was. */
export async function updateReturn(
  db: Store,
  {
    domainId,
    runId,
    state,
    attempt,
  }: Pick<StoredReturn, 'domainId' | 'runId' | 'state'> & Partial<Pick<StoredReturn, 'attempt'>>,
  {
    services,
    state: next,
    ...columns
  }: {
    state: Exclude<ReturnState, 'WAITING'>;
    reason?: string;
    services?: readonly StoredReturnedService[];
    outcome?: string;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ ...columns, testState: next, ...(services && { returned: JSON.stringify(services) }) })
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .where('returned', 'is not', null)
    .where('testState', '=', state === 'WAITING' ? 'STARTED' : state)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt as number))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The choices that were submitted, as text; undefined where none were kept. */
export async function findDraft(
  db: Store,
  domainId: string,
  runId: string,
): Promise<{ pullId: string; choices: string } | undefined> {
  const row = await db
    .selectFrom('submissions')
    .select(['pullId', 'draft'])
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .where('returned', 'is not', null)
    .executeTakeFirst();
  if (!row?.draft || row.pullId === null) return undefined;
  return { pullId: row.pullId, choices: await fromCompressedJson<string>(row.draft) };
}

async function listReturningOf(db: Store, domainId: string): Promise<StoredReturn[]> {
  const rows = await selectReturns(db)
    .where('domainId', '=', domainId)
    .where('testState', '=', 'RETURNING')
    .orderBy('runId')
    .execute();
  return rows.map(toReturn);
}

function selectReturns(db: Store) {
  return db
    .selectFrom('submissions')
    .select(COLUMNS)
    .where('returned', 'is not', null)
    .$narrowType<{ runId: NotNull; returned: NotNull; testedOn: NotNull }>();
}

function toReturn({
  testState,
  returned,
  ...row
}: Row & { runId: string; returned: StoredReturnedService[]; testedOn: Date }): StoredReturn {
  const state =
    testState === 'STARTED' || testState === null || testState === 'UNTESTED' ? 'WAITING' : testState;
  return { ...row, state, services: returned };
}
