import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Puts back what one run has found to be wrong. Sent when the run ends; repeated after its process was killed. */
export const returnJob = defineJob({
  name: 'configuration.return-submit',
  payload: z.object({ runId: z.uuid() }),
  timeoutSeconds: 600,
  retries: 100,
  retryDelaySeconds: 1,
  concurrency: 4,
  policy: 'short',
});
