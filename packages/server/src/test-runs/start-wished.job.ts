import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { startWishedRuns, type WishParts } from './start-wished-runs.ts';

/** Every minute, and when a run ends: runs after submits whose browsers did not start them. */
export const startWishedJob = defineJob({
  name: 'test-runs.start-wished',
  payload: z.object({}),
  timetable: '* * * * *',
  crowd: 'one-waiting',
});

/**
 * One for each domain, so that a slow service holds up its own domains only, which it does for half a minute a call. What fails
 * is sent again by the next look.
 */
const startWishedOfDomainJob = defineJob({
  name: 'test-runs.start-wished-of-domain',
  payload: z.object({ domainId: z.uuid() }),
  crowd: 'one-at-all',
  concurrency: 10,
  timeoutSeconds: 300,
  retries: 0,
});

export function wishedRunJobs(parts: WishParts, jobs: Jobs): JobHandler[] {
  return [
    handleJob(startWishedJob, async () => {
      const due = await parts.returnWishes.listDue();
      for (const domainId of new Set(due.map((wish) => wish.domainId)))
        await jobs.send(startWishedOfDomainJob, { domainId }, { key: domainId });
    }),
    handleJob(startWishedOfDomainJob, ({ domainId }) => startWishedRuns(parts, domainId)),
  ];
}
