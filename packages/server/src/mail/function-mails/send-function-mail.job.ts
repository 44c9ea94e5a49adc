import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

export const sendFunctionMailJob = defineJob({
  name: 'function-mails.send',
  payload: z.object({ id: z.uuid(), domainId: z.uuid() }),
  // With growing pauses: half a day, for a mail server that is down over night.
  retries: 12,
  retryDelaySeconds: 10,
  timeoutSeconds: 60,
  concurrency: 4,
  concurrencyOfOne: 2,
});
