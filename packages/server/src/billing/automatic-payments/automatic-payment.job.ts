import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Invoices that are to be charged now: just issued, or tried again. */
export const payDueJob = defineJob({
  name: 'billing.pay-due',
  payload: z.object({}),
  timetable: '*/5 * * * *',
  policy: 'exclusive',
  timeoutSeconds: 3600,
});
