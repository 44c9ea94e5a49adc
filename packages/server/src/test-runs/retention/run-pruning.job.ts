import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import {
  deleteResultParts,
  deleteRun,
  insertResultParts,
  listDomainsWithRuns,
  listOldRuns,
} from './old-run.repository.ts';
import { listReferredRunIds, type RunReferrers } from './referred-runs.ts';

const DAY_MS = 86_400_000;
/** Number of runs in the history that are kept regardless of age. */
const KEPT_RUNS = 100;
/** Found with one query; each is deleted by itself. */
const BATCH = 100;

export const pruneRunsJob = defineJob({
  name: 'test-runs.prune-runs',
  payload: z.object({}),
  timetable: '20 4 * * *',
  policy: 'exclusive',
  timeoutSeconds: 3600,
});

interface Parts extends RunReferrers {
  db: Kysely<Database>;
  clock: Clock;
  /** Days that runs are kept; 0 = forever. */
  runDays: number;
}

/**
 * Makes the parts of results for the months to come, and deletes old runs that nothing refers to, one at a time, and then
 * the parts that have become empty. May be stopped anywhere and done again.
 */
export async function pruneRuns(
  { db, clock, runDays, ...referrers }: Parts,
  { signal, kept = KEPT_RUNS }: { signal?: AbortSignal; kept?: number } = {},
): Promise<void> {
  await insertResultParts(db, clock.now());
  if (runDays === 0) return;
  const before = new Date(clock.now().getTime() - runDays * DAY_MS);
  const failures: unknown[] = [];
  const pruneDomain = async (domainId: string) => {
    const referred = await listReferredRunIds(referrers, domainId);
    for (;;) {
      const runs = await listOldRuns(db, domainId, { before, kept, referred, limit: BATCH });
      for (const { id } of runs) {
        signal?.throwIfAborted();
        await deleteRun(db, domainId, id);
      }
      if (runs.length < BATCH) return;
    }
  };
  for (const domainId of await listDomainsWithRuns(db, before)) {
    signal?.throwIfAborted();
    // An error in one domain does not stop the others.
    await pruneDomain(domainId).catch((error: unknown) => failures.push(error));
  }
  await deleteResultParts(db, before);
  if (failures.length > 0) throw new AggregateError(failures, 'Old test runs could not be deleted.');
}
