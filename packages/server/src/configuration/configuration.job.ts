import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Configuration } from './configuration.ts';
import { noteDirectChangeJob } from './import/direct-change.job.ts';
import { returnJob } from './return/return.job.ts';
import { resumeSubmissionsJob, submitJob } from './submission/submission.job.ts';

/** Every hour: expired pulls, contents that nothing refers to, and operations of yesterday. */
const removeExpiredJob = defineJob({
  name: 'configuration.remove-expired',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '23 * * * *',
});

/** Every minute: imports that a process did not live to note. */
const settleImportsJob = defineJob({
  name: 'configuration.settle-imports',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '* * * * *',
});

export function configurationJobs(configuration: Configuration): JobHandler[] {
  return [
    handleJob(removeExpiredJob, () => configuration.removeExpired()),
    handleJob(returnJob, ({ runId }, { signal }) => configuration.returning.run(runId, signal)),
    handleJob(submitJob, (key) => configuration.submissions.resume(key)),
    handleJob(resumeSubmissionsJob, () => configuration.submissions.resumeAll()),
    handleJob(noteDirectChangeJob, (change) => configuration.directChanges.note(change)),
    handleJob(settleImportsJob, () => configuration.interruptedChanges.settle()),
  ];
}
