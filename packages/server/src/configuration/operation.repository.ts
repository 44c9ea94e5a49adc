import type { Operation } from '@atrium/contract/configuration/progress';
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
    .insertInto('git_operations')
    .values({
      id: operation.id,
      user_id: operation.userId,
      domain_id: operation.domainId,
      kind: operation.kind,
      state: 'RUNNING',
      phase: 'CONNECT',
      done: 0,
      total: null,
      started_on: operation.startedOn,
      touched_on: operation.startedOn,
      ended_on: null,
      error: null,
      pull_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Says how far it is, and gives whether somebody asked to cancel it. */
export async function updateProgress(
  db: Store,
  { userId, id }: OperationKey,
  progress: { phase: OperationPhase; done: number; total: number | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('git_operations')
    .set({ phase: progress.phase, done: progress.done, total: progress.total, touched_on: progress.now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('is_cancel_requested')
    .executeTakeFirst();
  return row?.is_cancel_requested ?? false;
}

export async function endOperation(
  db: Store,
  { userId, id }: OperationKey,
  end: { state: 'DONE' | 'FAILED' | 'CANCELED'; error: string | null; pullId: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('git_operations')
    .set({ state: end.state, error: end.error, pull_id: end.pullId, ended_on: end.now, touched_on: end.now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** True if it was running. */
export async function requestCancel(db: Store, { userId, id }: OperationKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('git_operations')
    .set({ is_cancel_requested: true })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface OperationRecord extends Operation {
  touchedOn: Date;
}

export async function listOperations(db: Store, userId: string, id?: string): Promise<OperationRecord[]> {
  let query = db
    .selectFrom('git_operations')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('started_on', 'desc')
    .orderBy('id', 'desc')
    .limit(100);
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    phase: row.phase as OperationPhase,
    done: row.done,
    total: row.total,
    startedOn: row.started_on.toISOString(),
    endedOn: row.ended_on?.toISOString() ?? null,
    error: row.error,
    uuid: row.pull_id,
    touchedOn: row.touched_on,
  }));
}

export async function deleteOperationsBefore(db: Store, startedBefore: Date): Promise<void> {
  await db.deleteFrom('git_operations').where('started_on', '<', startedBefore).execute();
}
