import { accountMailJob } from './accounts/account-mail.job.ts';
import { accountsCleanUpJob, cleanUpAccounts } from './accounts/support/clean-up.job.ts';
import { deleteClosedJob } from './accounts/support/closing.job.ts';
import { pruneLog, pruneLogJob } from './audit/log-pruning.job.ts';
import { billingJobs } from './billing/billing.job.ts';
import { invoicePapers } from './billing/paper/invoice-papers.ts';
import { configurationJobs } from './configuration/configuration.job.ts';
import type { Context } from './context.ts';
import { handleJob, type JobHandler } from './jobs/define-job.ts';
import { createBackupJob } from './operations/database-backup.job.ts';
import { MailRefusedError } from './providers/mail.ts';

/** Every area's jobs, in the order of the house's areas. */
export function allJobs({
  config,
  db,
  log,
  clock,
  accounts,
  closedDomains,
  tokens,
  billing,
  configuration,
  testRuns,
  outbox,
  databaseBackups,
}: Context): JobHandler[] {
  const papers = invoicePapers(billing.invoices);
  return [
    handleJob(accountMailJob, async (request) => {
      try {
        await accounts.mails.send(request, papers);
      } catch (error) {
        if (!(error instanceof MailRefusedError)) throw error;
        const facts = { mail: request.kind, reason: error.message };
        log.warn(facts, 'The mail server refused a mail for good. It is not sent again.');
      }
    }),
    handleJob(accountsCleanUpJob, async () => {
      await cleanUpAccounts(db, clock, config.endedDays);
      await tokens.forgetReplaced();
    }),
    handleJob(deleteClosedJob, () => closedDomains.deleteDue()),
    ...billingJobs(billing),
    ...configurationJobs(configuration),
    ...testRuns.jobs,
    ...outbox.bindJobs(),
    handleJob(pruneLogJob, async (_nothing, { signal }) => {
      await pruneLog({ db, clock, days: config.logDays }, signal);
    }),
    handleJob(createBackupJob, () => databaseBackups.createDue()),
  ];
}
