import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Mails about invoices that were just issued are requested apart from issuing them: a month is closed in few steps. */
export const mailIssuedJob = defineJob({
  name: 'billing.mail-issued',
  payload: z.object({
    invoices: z.array(
      z.object({ invoiceId: z.uuid().brand<'InvoiceKey'>(), domainId: z.uuid(), userId: z.uuid() }),
    ),
  }),
  retries: 12,
});

/** Every morning: unpaid invoices that fall due on this day. */
export const mailDueJob = defineJob({
  name: 'billing.mail-due',
  payload: z.object({}),
  timetable: '30 6 * * *',
  policy: 'exclusive',
});
