import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Billing } from './billing.ts';
import { describeClosed } from './month-close.service.ts';
import { STALE_AFTER_MS } from './payment.service.ts';

const Nothing = z.object({});

/** Every night: months that have ended are invoiced. Idempotent, so a second process or a retry does no harm. */
const closeMonths = defineJob({
  name: 'billing.close-months',
  payload: Nothing,
  timetable: '20 2 * * *',
  crowd: 'one-at-all',
  timeoutSeconds: 3600,
});

/** Payments whose answer was lost, also by a process that was killed, are settled with the provider. */
const reconcilePayments = defineJob({
  name: 'billing.reconcile-payments',
  payload: z.object({ isStart: z.boolean().default(false) }),
  timetable: '*/5 * * * *',
  // Who was killed a moment ago left attempts that no one works on: they are not waited for.
  atStart: { isStart: true },
  crowd: 'one-at-all',
});

export function billingJobs({ monthClose, payments }: Billing): JobHandler[] {
  return [
    handleJob(closeMonths, async () => {
      const closed = await monthClose.closeDueMonths();
      // Logged and retried: the failure may have been temporary.
      if (closed.failed.length > 0) throw new Error(describeClosed(closed));
    }),
    handleJob(reconcilePayments, async ({ isStart }) => {
      await payments.reconcile({ olderThanMs: isStart ? 0 : STALE_AFTER_MS });
    }),
  ];
}
