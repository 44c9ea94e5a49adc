import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import { startWishedRuns, type WishParts } from './start-wished-runs.ts';

/** Every minute, and when a run ends: runs after submits whose browsers did not start them. */
export const startWishedJob = defineJob({
  name: 'test-runs.start-wished',
  payload: z.object({}),
  timetable: '* * * * *',
  crowd: 'one-waiting',
});

export function wishedRunJobs(parts: WishParts): JobHandler[] {
  return [handleJob(startWishedJob, () => startWishedRuns(parts))];
}
