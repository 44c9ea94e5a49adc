import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

/** Usage that has reached a budget. A walk over those with an open budget costs less than a look at each batch of usage. */
export const checkBudgetsJob = defineJob({
  name: 'billing.check-budgets',
  payload: z.object({}),
  timetable: '*/10 * * * *',
  crowd: 'one-at-all',
});
