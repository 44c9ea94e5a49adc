import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { pruneDomain } from './prune-domain.ts';
import { listReachingDomains } from './reach-pruning.repository.ts';

/** What tests reached is kept for these many runs of a domain, whenever they were. */
const KEPT_RUNS = 100;
/** A domain whose tests run is asked again, until the morning. */
const AGAIN_AFTER_MS = 20 * 60_000;
const MOST_TRIES = 9;

export const pruneReachesJob = defineJob({
  name: 'test-runs.prune-reaches',
  /** The domains that were busy before, and how often; all of them, for the first time, when it is left out. */
  payload: z.object({ domainIds: z.array(z.uuid()).optional(), tries: z.int().default(0) }),
  timetable: '50 3 * * *',
  timeoutSeconds: 3600,
});

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  jobs: Jobs;
}

/** Deletes what no kept run and no content that may be live needs. May be stopped anywhere and done again. */
export async function pruneReaches(
  parts: Parts,
  { domainIds, tries }: z.output<typeof pruneReachesJob.payload> = { tries: 0 },
  { signal, runs = KEPT_RUNS }: { signal?: AbortSignal; runs?: number } = {},
): Promise<void> {
  const failures: unknown[] = [];
  const busy: string[] = [];
  for (const domainId of domainIds ?? (await listReachingDomains(parts.db))) {
    signal?.throwIfAborted();
    // One domain does not keep the others from it.
    const isDone = await pruneDomain(parts, domainId, runs).catch((error: unknown) => failures.push(error));
    if (isDone === false) busy.push(domainId);
  }
  if (busy.length > 0 && tries + 1 < MOST_TRIES) {
    const startAfter = new Date(parts.clock.now().getTime() + AGAIN_AFTER_MS);
    await parts.jobs.send(pruneReachesJob, { domainIds: busy, tries: tries + 1 }, { startAfter });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'What tests reached could not be pruned.');
}
