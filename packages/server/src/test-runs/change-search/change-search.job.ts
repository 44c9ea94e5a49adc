import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/**
 * Goes on with one search. Sent together with it, with its id as the key; repeated after its process was killed.
 * It waits for its service nearly all the time. As it may do so for hours, those of one domain go one after the other.
 */
export const changeSearchJob = defineJob({
  name: 'test-runs.find-change',
  payload: z.object({ searchId: z.uuid() }),
  retries: 20,
  retryDelaySeconds: 1,
  concurrency: 8,
  concurrencyOfOne: 1,
  policy: 'short',
});
