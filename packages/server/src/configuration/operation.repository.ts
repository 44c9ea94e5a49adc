import type { Operation } from '@atrium/contract/configuration/progress';
import { deleteOldRows } from '../database/old-rows.ts';
import type { Store } from '../database/schema.ts';

export type OperationKind = Operation['kind'];
export type OperationPhase = Operation['phase'];

export interface OperationKey {
  userId: string;
  id: string;
}

export async function insertOperation(
  db: Store,
  operation: OperationKey & { domainId: string; kind: OperationKind; startedOn: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('gitOperations')
    .values({
      ...operation,
      state: 'RUNNING',
      phase: 'CONNECT',
      done: 0,
      total: null,
      touchedOn: operation.startedOn,
      endedOn: null,
      error: null,
      pullId: null,
    })
    .onConflict((conflict) => conflict.doNothing())
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

export async function updateOperationEnded(
  db: Store,
  { userId, id }: OperationKey,
  {
    now,
    ...end
  }: { state: 'DONE' | 'FAILED' | 'CANCELED'; error: string | null; pullId: string | null; now: Date },
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
  return rows.map((row) => ({
    ...row,
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
