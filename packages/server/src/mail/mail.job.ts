import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import { deleteOldDevelopmentMails } from './development-mail.repository.ts';
import type { Mails } from './mail.service.ts';
import { deleteOldCounts } from './mail-count.repository.ts';
import { MailRefusedError } from './mail-provider.ts';
import { sendMailJob } from './send-mail.job.ts';

const cleanUpJob = defineJob({
  name: 'mail.clean-up',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '19 3 * * *',
});

const DAY_MS = 86_400_000;

/** Deletes ended counts, and mails of the development mailbox after `keptDays`. */
export async function cleanUpMail(db: Kysely<Database>, clock: Clock, keptDays: number): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await deleteOldCounts(db, daysAgo(1));
  await deleteOldDevelopmentMails(db, daysAgo(keptDays));
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  keptDays: number;
}

export function mailJobs(mails: Mails, { db, clock, log, keptDays }: Parts): JobHandler[] {
  return [
    handleJob(sendMailJob, async (mail) => {
      try {
        await mails.send(mail);
      } catch (error) {
        if (!(error instanceof MailRefusedError)) throw error;
        const facts = { mail: mail.kind, reason: error.message };
        log.warn(facts, 'The mail server refused a mail for good. It is not sent again.');
      }
    }),
    handleJob(cleanUpJob, () => cleanUpMail(db, clock, keptDays)),
  ];
}
