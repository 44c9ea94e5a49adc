import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { pruneDomain } from './prune-domain.ts';
import { listReachingDomains } from './reach-pruning.repository.ts';

/** Number of a domain's latest runs whose reach is kept, regardless of age. */
const KEPT_RUNS = 100;

export const pruneReachesJob = defineJob({
  name: 'test-runs.prune-reaches',
  payload: z.object({}),
  timetable: '50 3 * * *',
  timeoutSeconds: 3600,
});

/** Deletes what no kept run and no content that may be live needs. May be stopped anywhere and done again. */
export async function pruneReaches(
  parts: { db: Kysely<Database>; clock: Clock },
  { signal, runs = KEPT_RUNS }: { signal?: AbortSignal; runs?: number } = {},
): Promise<void> {
  const failures: unknown[] = [];
  for (const domainId of await listReachingDomains(parts.db)) {
    signal?.throwIfAborted();
    // An error in one domain does not stop the others.
    await pruneDomain(parts, domainId, runs).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'What tests reached could not be pruned.');
}
