import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Usage that has reached a budget. A walk over those with an open budget costs less than a look at each batch of usage. Caps do not wait for it. */
export const checkBudgetsJob = defineJob({
  name: 'billing.check-budgets',
  payload: z.object({}),
  timetable: '*/10 * * * *',
  policy: 'exclusive',
});

/**
 * Sent when usage arrives for a customer with an open cap: frequent calls would exceed the cap long before the walk.
 */
export const checkCapJob = defineJob({
  name: 'billing.check-cap',
  payload: z.object({ domainId: z.string(), userId: z.string() }),
  policy: 'short',
});
