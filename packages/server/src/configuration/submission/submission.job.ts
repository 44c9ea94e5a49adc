import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Goes on with a submission whose process is gone. */
export const submitJob = defineJob({
  name: 'configuration.submit',
  payload: z.object({ domainId: z.uuid(), id: z.uuid() }),
  policy: 'exclusive',
  concurrency: 4,
  retries: 0,
});

/**
 * Starts the runs of submissions of a domain. One job for each domain, so that a slow service holds up its own domains only.
 * The next run sends a failed one again.
 */
export const testSubmissionsJob = defineJob({
  name: 'configuration.test-submissions',
  payload: z.object({ domainId: z.uuid() }),
  policy: 'short',
  concurrency: 10,
  timeoutSeconds: 300,
  retries: 0,
});

/** Every minute: submissions that a process did not live to end, test or return. */
export const resumeSubmissionsJob = defineJob({
  name: 'configuration.resume-submissions',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '* * * * *',
});
