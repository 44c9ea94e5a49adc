import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../jobs/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { listDueRunTimes } from './run-time.repository.ts';
import { type DueParts, startDueRun } from './start-due-run.ts';

/** Looks every minute whose time has come. */
const findDueJob = defineJob({
  name: 'test-runs.find-due',
  payload: z.object({}),
  timetable: '* * * * *',
  policy: 'short',
  retries: 0,
});

/** One job per due time, so that a slow service delays its own domain only. The next walk sends failed ones again. */
const startDueJob = defineJob({
  name: 'test-runs.start-due',
  payload: z.object({ id: z.uuid(), domainId: z.uuid() }),
  policy: 'exclusive',
  concurrency: 4,
  timeoutSeconds: 120,
  retries: 0,
});

export function timetableJobs(parts: DueParts, jobs: Jobs): JobHandler[] {
  return [
    handleJob(findDueJob, async () => {
      for (const due of await listDueRunTimes(parts.db, parts.clock.now()))
        await jobs.send(startDueJob, due, { key: due.id, group: due.domainId });
    }),
    handleJob(startDueJob, (due) => startDueRun(parts, due)),
  ];
}
