import { isExchange, type Operation } from '@atrium/contract/configuration/progress';
import { sql } from 'kysely';
import type { StoredOrigin } from '../audit/stored-origin.ts';
import { deleteOldRows } from '../database/old-rows.ts';
import type { Store } from '../database/schema.ts';
import { abandonedBefore } from './abandoned-before.ts';

export type OperationKind = Operation['kind'];
export type OperationPhase = Operation['phase'];

export interface OperationKey {
  domainId: string;
  userId: string;
  id: string;
}

/**
 * An operation as the process that runs it knows it. Each takeover counts the attempt up, so that writes of a process that was
 * taken for dead are refused.
 */
export interface OperationAttempt extends OperationKey {
  attempt: number;
}

export interface BegunOperation extends OperationKey {
  kind: OperationKind;
  startedOn: Date;
  about?: string | undefined;
  /** The pull that is submitted. */
  pullId?: string | undefined;
  origin?: StoredOrigin;
  /** False for a change without a progress id, which no list shows. */
  isFollowed?: boolean;
}

/** Changes of live configuration are submissions; a pull and a push change nothing that is live. */
export const tableOf = (kind: OperationKind) =>
  isExchange(kind) ? ('gitOperations' as const) : ('submissions' as const);

export type OperationTable = ReturnType<typeof tableOf>;

const TABLES: readonly OperationTable[] = ['gitOperations', 'submissions'];

/** Both tables have the columns of the first, as the type says. */
const typed = (table: OperationTable) => table as 'gitOperations';

/**
 * Returns the number of the attempt; undefined if the id is in use. An operation that failed, or lost its process, may
 * be repeated under its id.
 */
export async function upsertOperation(
  db: Store,
  { kind, about, pullId, origin, isFollowed, ...operation }: BegunOperation,
): Promise<number | undefined> {
  const table = tableOf(kind);
  const begun = {
    kind: kind as 'PULL',
    about: about ?? null,
    pullId: pullId ?? null,
    startedOn: operation.startedOn,
    touchedOn: operation.startedOn,
    state: 'RUNNING' as const,
    phase: isExchange(kind) ? ('CONNECT' as const) : ('READ' as const),
    done: 0,
    total: null,
    endedOn: null,
    error: null,
    outcome: null,
    isCancelRequested: false,
  };
  const row = await db
    .insertInto(typed(table))
    .values({ ...operation, ...begun, ...(table === 'submissions' && { ...origin, isFollowed }) })
    .onConflict((conflict) =>
      conflict
        .columns(table === 'submissions' ? ['domainId', 'id'] : ['userId', 'id'])
        .doUpdateSet({
          ...begun,
          ...(table === 'submissions' && { outcomes: '{}' }),
          attempt: sql<number>`${sql.ref(`${table}.attempt`)} + 1`,
        })
        .where((row) =>
          row.and([
            row(sql.ref(`${table}.userId`), '=', operation.userId),
            row.or([
              row(sql.ref(`${table}.state`), 'in', ['FAILED', 'CANCELED']),
              row.and([
                row(sql.ref(`${table}.state`), '=', 'RUNNING'),
                row(sql.ref(`${table}.touchedOn`), '<', abandonedBefore(operation.startedOn)),
              ]),
            ]),
          ]),
        ),
    )
    .returning('attempt')
    .executeTakeFirst();
  return row?.attempt;
}

/** Records the progress. Returns undefined if another process has taken the operation over. */
export async function updateProgress(
  db: Store,
  table: OperationTable,
  { domainId, userId, id, attempt }: OperationAttempt,
  { now, ...progress }: { phase: OperationPhase; done: number; total: number | null; now: Date },
): Promise<{ isCancelRequested: boolean } | undefined> {
  return db
    .updateTable(typed(table))
    .set({ ...progress, touchedOn: now })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .returning('isCancelRequested')
    .executeTakeFirst();
}

export interface OperationEnd {
  state: 'DONE' | 'FAILED' | 'CANCELED';
  error: string | null;
  /** Outcome in one sentence. */
  outcome?: string | null;
  /** The pull that resulted; left out, it stays the one that was submitted. */
  pullId?: string;
}

/** Does nothing if another process has taken the operation over. */
export async function updateOperationEnded(
  db: Store,
  table: OperationTable,
  { domainId, userId, id, attempt }: OperationAttempt,
  { now, ...end }: OperationEnd & { now: Date },
): Promise<void> {
  await db
    .updateTable(typed(table))
    .set({ ...end, endedOn: now, touchedOn: now, ...(table === 'submissions' && { request: null }) })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();
}

/** True if it was running. */
export async function updateCancelRequested(
  db: Store,
  { domainId, userId, id }: OperationKey,
): Promise<boolean> {
  let isRunning = false;
  for (const table of TABLES) {
    const { numUpdatedRows } = await db
      .updateTable(typed(table))
      .set({ isCancelRequested: true })
      .where('domainId', '=', domainId)
      .where('userId', '=', userId)
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .executeTakeFirst();
    isRunning ||= numUpdatedRows > 0n;
  }
  return isRunning;
}

export interface OperationRecord extends Operation {
  touchedOn: Date;
  outcome: string | null;
  /** Another process goes on with it if its own is killed. */
  isResumable: boolean;
  /** Why a submission was not tested although that was asked for. */
  untestedReason: string | null;
  /** The repository that was pulled, and until when the pull can be continued; null if it is not there any more. */
  gitUrl: string | null;
  expiresOn: Date | null;
}

export async function listOperations(
  db: Store,
  { domainId, userId }: { domainId: string; userId: string },
  { id, since, limit = 100 }: { id?: string; since?: Date; limit?: number },
): Promise<OperationRecord[]> {
  const found = await Promise.all(
    TABLES.map((table) =>
      db
        .selectFrom(`${typed(table)} as operation`)
        .leftJoin('pulls', (join) =>
          join.onRef('pulls.id', '=', 'operation.pullId').onRef('pulls.domainId', '=', 'operation.domainId'),
        )
        .select([
          'operation.id',
          'operation.kind',
          'operation.about',
          'operation.outcome',
          'operation.state',
          'operation.phase',
          'operation.done',
          'operation.total',
          'operation.startedOn',
          'operation.endedOn',
          'operation.error',
          'operation.pullId as uuid',
          'operation.touchedOn',
          'pulls.gitUrl',
          'pulls.expiresOn',
          table === 'submissions'
            ? sql<boolean>`operation.request is not null`.as('isResumable')
            : sql<boolean>`false`.as('isResumable'),
          table === 'submissions'
            ? sql<string | null>`case when operation.test_state = 'UNTESTED' then operation.reason end`.as(
                'untestedReason',
              )
            : sql<string | null>`null`.as('untestedReason'),
        ])
        .where('operation.domainId', '=', domainId)
        .where('operation.userId', '=', userId)
        .$if(table === 'submissions', (query) => query.where(sql<boolean>`operation.is_followed`))
        .$if(id !== undefined, (query) => query.where('operation.id', '=', id as string))
        .$if(since !== undefined, (query) => query.where('operation.startedOn', '>', since as Date))
        .orderBy('operation.startedOn', 'desc')
        .orderBy('operation.id', 'desc')
        .limit(limit)
        .execute(),
    ),
  );
  return found
    .flat()
    .map(({ kind, phase, ...row }) => ({
      ...row,
      kind: kind as OperationKind,
      phase: phase as OperationPhase,
      startedOn: row.startedOn.toISOString(),
      endedOn: row.endedOn?.toISOString() ?? null,
    }))
    .sort((a, b) => (`${a.startedOn} ${a.id}` < `${b.startedOn} ${b.id}` ? 1 : -1))
    .slice(0, limit);
}

/** Deletes everything that the area stores of a domain. */
export async function deleteExchanged(transaction: Store, domainId: string): Promise<void> {
  const tables = ['pulls', 'submissions', 'backups', 'gitOperations', 'exchanges', 'remoteContents'] as const;
  for (const table of tables) {
    await transaction.deleteFrom(table).where('domainId', '=', domainId).execute();
  }
}

/** A submission that a run decided about is kept as long as the run. */
export async function deleteOperationsBefore(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'gitOperations', column: 'startedOn', before });
  await deleteOldRows(db, { table: 'submissions', column: 'startedOn', before, without: 'runId' });
}
