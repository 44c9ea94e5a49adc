import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Billing } from './billing.ts';

const Nothing = z.object({});

/** Every night: months that have ended are invoiced. Idempotent, so a second process or a retry does no harm. */
const closeMonths = defineJob({
  name: 'billing.close-months',
  payload: Nothing,
  timetable: '20 2 * * *',
  crowd: 'one-at-all',
  timeoutSeconds: 3600,
});

/** Payments whose answer was lost are settled with the provider. */
const reconcilePayments = defineJob({
  name: 'billing.reconcile-payments',
  payload: Nothing,
  timetable: '*/5 * * * *',
  crowd: 'one-at-all',
});

export function billingJobs({ monthClose, payments }: Billing): JobHandler[] {
  return [
    handleJob(closeMonths, async () => {
      await monthClose.closeDueMonths();
    }),
    handleJob(reconcilePayments, async () => {
      await payments.reconcile();
    }),
  ];
}
