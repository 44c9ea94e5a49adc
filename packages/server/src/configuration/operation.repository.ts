import { isExchange, type Operation } from '@atrium/contract/configuration/progress';
import { deleteOldRows } from '../database/old-rows.ts';
import type { Store } from '../database/schema.ts';
import { abandonedBefore } from './abandoned-before.ts';

export type OperationKind = Operation['kind'];
export type OperationPhase = Operation['phase'];

export interface OperationKey {
  userId: string;
  id: string;
}

export interface BegunOperation extends OperationKey {
  domainId: string;
  kind: OperationKind;
  startedOn: Date;
  about?: string | undefined;
  /** The pull that is submitted. */
  pullId?: string | undefined;
}

/** False if the id is in use. What failed, or has lost its process, may be tried again under its id: it begins anew. */
export async function upsertOperation(
  db: Store,
  { kind, about, pullId, ...operation }: BegunOperation,
): Promise<boolean> {
  const begun = {
    ...toStoredKind(kind),
    about: about ?? null,
    pullId: pullId ?? null,
    domainId: operation.domainId,
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
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('gitOperations')
    .values({ ...operation, ...begun })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'id'])
        .doUpdateSet(begun)
        .where((row) =>
          row.or([
            row('gitOperations.state', 'in', ['FAILED', 'CANCELED']),
            row.and([
              row('gitOperations.state', '=', 'RUNNING'),
              row('gitOperations.touchedOn', '<', abandonedBefore(operation.startedOn)),
            ]),
          ]),
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records the progress, and returns whether someone asked to cancel it. */
export async function updateProgress(
  db: Store,
  { userId, id }: OperationKey,
  { now, ...progress }: { phase: OperationPhase; done: number; total: number | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('gitOperations')
    .set({ ...progress, touchedOn: now })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('isCancelRequested')
    .executeTakeFirst();
  return row?.isCancelRequested ?? false;
}

export interface OperationEnd {
  state: 'DONE' | 'FAILED' | 'CANCELED';
  error: string | null;
  /** What came out, in one sentence. */
  outcome?: string | null;
  /** The pull that resulted; left out, it stays the one that was submitted. */
  pullId?: string;
}

export async function updateOperationEnded(
  db: Store,
  { userId, id }: OperationKey,
  { now, ...end }: OperationEnd & { now: Date },
): Promise<void> {
  await db
    .updateTable('gitOperations')
    .set({ ...end, endedOn: now, touchedOn: now })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** True if it was running. */
export async function updateCancelRequested(db: Store, { userId, id }: OperationKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('gitOperations')
    .set({ isCancelRequested: true })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface OperationRecord extends Operation {
  touchedOn: Date;
  outcome: string | null;
  /** The repository that was pulled, and until when the pull can be continued; null if it is not there any more. */
  gitUrl: string | null;
  expiresOn: Date | null;
}

export async function listOperations(
  db: Store,
  { domainId, userId }: { domainId: string; userId: string },
  { id, since, limit = 100 }: { id?: string; since?: Date; limit?: number },
): Promise<OperationRecord[]> {
  let query = db
    .selectFrom('gitOperations as operation')
    .leftJoin('pulls', (join) =>
      join.onRef('pulls.id', '=', 'operation.pullId').onRef('pulls.domainId', '=', 'operation.domainId'),
    )
    .select([
      'operation.id',
      'operation.kind',
      'operation.importKind',
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
    ])
    .where('operation.domainId', '=', domainId)
    .where('operation.userId', '=', userId)
    .orderBy('operation.startedOn', 'desc')
    .orderBy('operation.id', 'desc')
    .limit(limit);
  if (id !== undefined) query = query.where('operation.id', '=', id);
  if (since !== undefined) query = query.where('operation.startedOn', '>', since);
  const rows = await query.execute();
  return rows.map(({ kind, importKind, ...row }) => ({
    ...row,
    kind: importKind ?? kind,
    phase: row.phase as OperationPhase,
    startedOn: row.startedOn.toISOString(),
    endedOn: row.endedOn?.toISOString() ?? null,
  }));
}

/** What the area keeps of a domain. */
export async function deleteExchanged(transaction: Store, domainId: string): Promise<void> {
  const tables = ['pulls', 'backups', 'gitOperations', 'exchanges', 'remoteContents'] as const;
  for (const table of tables) {
    await transaction.deleteFrom(table).where('domainId', '=', domainId).execute();
  }
}

export async function deleteOperationsBefore(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'gitOperations', column: 'startedOn', before });
}

/** Processes of a release that knows neither submits nor returns show them as imports. */
function toStoredKind(kind: OperationKind) {
  return kind === 'SUBMIT' || kind === 'RETURN'
    ? { kind: 'IMPORT' as const, importKind: kind }
    : { kind, importKind: null };
}
