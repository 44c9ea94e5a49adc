import { isUnfinished } from '@atrium/contract/test-runs/status';
import { fromTestId } from '@atrium/contract/test-runs/test';
import { ConflictError, NotFoundError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';
import { changeRun, type RunParts } from './change-run.ts';
import { findTest, updateUnfinishedTests } from './test-result.repository.ts';
import { findRun, findRunningRun, type StoredRun } from './test-run.repository.ts';

/*
 * Canceling writes the final states itself: it takes effect at once, even if no process is executing the run. The execution notices it within a moment and ends the work in the services.
 */

/** Sets unfinished tests to CANCELED, and with them the run. */
export async function cancelRun(parts: RunParts, caller: Caller, runId: string): Promise<StoredRun> {
  const run = await findRun(parts.db, caller.domainId, runId);
  if (run === undefined) throw new NotFoundError();
  const canceled = await changeRun(
    parts,
    runId,
    async (transaction, change) => {
      await updateUnfinishedTests(transaction, runId, change, { status: 'CANCELED' });
    },
    { endAs: 'CANCELED' },
  );
  if (canceled === undefined) throw new ConflictError('This run has already ended.');
  return canceled;
}

export interface MeantTest {
  id: string;
  /** The same test is in other runs, too. */
  runId?: string | undefined;
}

/** Cancels one test of the running run. */
export async function cancelTest(
  parts: RunParts,
  caller: Caller,
  { id, runId }: MeantTest,
): Promise<StoredRun> {
  const run = await findRunningRun(parts.db, caller.domainId);
  if (run === undefined) throw new ConflictError('No tests are running.');
  if (runId !== undefined && runId !== run.id) throw new ConflictError('This run has already ended.');
  const { serviceId, idInService: testId } = fromTestId(id);
  const test = await findTest(parts.db, run.id, serviceId, testId);
  if (test === undefined) throw new NotFoundError();
  const finished = new ConflictError('This test has already finished.');
  if (!isUnfinished(test.status)) throw finished;
  const changed = await changeRun(parts, run.id, async (transaction, change) => {
    const canceled = { status: 'CANCELED' } as const;
    const only = { serviceId, testId };
    // It may have finished since it was read.
    if ((await updateUnfinishedTests(transaction, run.id, change, canceled, only)) === 0) throw finished;
  });
  if (changed === undefined) throw new ConflictError('This run has already ended.');
  return changed;
}
