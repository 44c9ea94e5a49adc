import { concludeRun, type TestStatus } from '@atrium/contract/test-runs/status';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import { countTests, type RunChange } from './test-result.repository.ts';
import { lockRun, type StoredRun, updateRun } from './test-run.repository.ts';

/** Notifies the browsers of a domain that a run changed, when the change is committed. */
export type AnnounceRun = (transaction: Store, run: { id: string; domainId: string }) => Promise<void>;

/** Called when a run ends, in the same transaction. */
export type OnRunEnd = (transaction: Store, run: EndedRun) => Promise<void>;

export type EndedRun = Pick<
  StoredRun,
  | 'askedServiceIds'
  | 'domainId'
  | 'finishedOn'
  | 'id'
  | 'isCandidate'
  | 'isWhole'
  | 'startedOn'
  | 'status'
  | 'tally'
>;

export interface RunParts {
  db: Kysely<Database>;
  clock: Clock;
  announce: AnnounceRun;
  onEnd: OnRunEnd;
}

/**
 * The one way in which a run changes: its tests, counts, revision and end in one transaction, one writer at a time. A
 * run ends with its last test. Returns undefined, and changes nothing, if the run has already ended or another
 * execution has taken it over.
 */
export async function changeRun(
  { db, clock, announce, onEnd }: RunParts,
  runId: string,
  change: (transaction: Store, change: RunChange) => Promise<void>,
  options: {
    /** Refuses the change when another execution has taken the run. */
    execution?: number;
    /** State of the run when this ends it, where that does not follow from its tests. */
    endAs?: TestStatus;
  } = {},
): Promise<StoredRun | undefined> {
  return db.transaction().execute(async (transaction) => {
    const { execution, endAs } = options;
    const run = await lockRun(transaction, runId);
    if (run?.status !== 'RUNNING') return undefined;
    if (execution !== undefined && run.execution !== execution) return undefined;
    const revision = run.revision + 1;
    const now = clock.now();
    await change(transaction, { revision, now });
    const tally = await countTests(transaction, runId);
    const { counts } = tally;
    const isFinished = (counts.PENDING ?? 0) === 0 && (counts.RUNNING ?? 0) === 0;
    const end = isFinished
      ? { status: endAs ?? concludeRun(counts, tally.quarantinedFailures), finishedOn: now }
      : {};
    const changes = { revision, tally, ...end, ...(execution === undefined ? {} : { heartbeatOn: now }) };
    await updateRun(transaction, runId, changes);
    if (isFinished) await onEnd(transaction, { ...run, ...changes });
    await announce(transaction, run);
    return { ...run, ...changes };
  });
}
