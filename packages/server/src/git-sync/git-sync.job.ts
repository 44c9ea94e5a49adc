import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

/**
 * Looks at the branch of a connection. One waits while another runs: a push that arrives during a look is seen by the next one.
 * The timetable looks again after a failure.
 */
export const lookJob = defineJob({
  name: 'git-sync.look',
  payload: z.object({ domainId: z.uuid(), connectionId: z.uuid() }),
  policy: 'short',
  concurrency: 8,
  concurrencyOfOne: 2,
  timeoutSeconds: 120,
  retries: 0,
});

/** Every minute: the connections whose time has come, and pushes whose work was left behind. */
export const findDueJob = defineJob({
  name: 'git-sync.find-due',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '* * * * *',
});

/** Compares with the branches as they were last seen, after a change of what is live. */
export const compareJob = defineJob({
  name: 'git-sync.compare',
  payload: z.object({ domainId: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  timeoutSeconds: 300,
});

/** Goes on with what a push does. Sent again by the timetable while it has no outcome. */
export const takePushJob = defineJob({
  name: 'git-sync.take-push',
  payload: z.object({ domainId: z.uuid(), id: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  concurrencyOfOne: 1,
  timeoutSeconds: 600,
  retries: 5,
  retryDelaySeconds: 2,
});

/** Kind of the deliveries that report to git hosts. */
export const GIT_REPORT = 'git-report';
