import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import { payDueJob } from './automatic-payments/automatic-payment.job.ts';
import type { Billing } from './billing.ts';
import { checkBudgetsJob, checkCapJob } from './budgets/budget.job.ts';
import { mailDueJob, mailIssuedJob } from './invoices/invoice-mail.job.ts';
import { describeClosed } from './invoices/month-close.service.ts';
import { forgetCardJob, mailExpiringCardsJob } from './payments/card.job.ts';
import { STALE_AFTER_MS } from './payments/payment.service.ts';

const Nothing = z.object({});

/** Every night: months that have ended are invoiced. Idempotent, so a second process or a retry does no harm. */
const closeMonths = defineJob({
  name: 'billing.close-months',
  payload: Nothing,
  timetable: '20 2 * * *',
  policy: 'exclusive',
  timeoutSeconds: 3600,
});

/** Payments whose answer was lost, also by a process that was killed, are settled with the provider. */
const reconcilePayments = defineJob({
  name: 'billing.reconcile-payments',
  payload: z.object({ isStart: z.boolean().default(false) }),
  timetable: '*/5 * * * *',
  // A process that was killed recently left attempts that no process works on, so don't wait for them.
  atStart: { isStart: true },
  policy: 'exclusive',
});

/** The tables for the measurements of months to come are created, long before they are needed. */
const createUsageParts = defineJob({
  name: 'billing.create-usage-parts',
  payload: Nothing,
  timetable: '5 1 * * *',
  atStart: {},
  policy: 'exclusive',
});

/** Every night, after months are closed: events that were billed and paid long ago are deleted. */
const pruneUsage = defineJob({
  name: 'billing.prune-usage',
  payload: Nothing,
  timetable: '40 3 * * *',
  policy: 'exclusive',
  timeoutSeconds: 3600,
});

export function billingJobs({
  monthClose,
  payments,
  usageParts,
  usagePruning,
  budgetWatch,
  cardMails,
  invoiceMails,
  payDue,
  wallet,
}: Billing): JobHandler[] {
  return [
    handleJob(closeMonths, async () => {
      const closed = await monthClose.closeDueMonths();
      // Logged and retried: the failure may have been temporary.
      if (closed.failed.length > 0) throw new Error(describeClosed(closed));
    }),
    handleJob(createUsageParts, (_nothing, { signal }) => usageParts.createMissing(signal)),
    handleJob(pruneUsage, async (_nothing, { signal }) => {
      await usagePruning.deleteOld(signal);
    }),
    handleJob(checkBudgetsJob, (_nothing, { signal }) => budgetWatch.checkAll(signal)),
    handleJob(checkCapJob, (customer) => budgetWatch.checkRunning(customer)),
    handleJob(mailIssuedJob, ({ invoices }, { signal }) => invoiceMails.requestIssued(invoices, signal)),
    handleJob(mailDueJob, (_nothing, { signal }) => invoiceMails.requestDue(signal)),
    handleJob(mailExpiringCardsJob, (_nothing, { signal }) => cardMails.requestExpiring(signal)),
    handleJob(payDueJob, (_nothing, { signal }) => payDue(signal)),
    handleJob(forgetCardJob, ({ cardId }) => wallet.forgetCard(cardId)),
    handleJob(reconcilePayments, async ({ isStart }) => {
      await payments.reconcile({ olderThanMs: isStart ? 0 : STALE_AFTER_MS });
    }),
  ];
}
