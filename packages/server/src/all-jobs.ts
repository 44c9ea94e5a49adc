import { accountsCleanUpJob, cleanUpAccounts } from './accounts/support/clean-up.job.ts';
import { deleteClosedJob } from './accounts/support/closing.job.ts';
import { pruneLog, pruneLogJob } from './audit/log-pruning.job.ts';
import { billingJobs } from './billing/billing.job.ts';
import { configurationJobs } from './configuration/configuration.job.ts';
import type { Context } from './context.ts';
import { handleJob, type JobHandler } from './jobs/define-job.ts';
import { functionMailJobs } from './mail/function-mails/function-mails.job.ts';
import { mailJobs } from './mail/mail.job.ts';
import { createBackupJob } from './operations/database-backup.job.ts';

/** Every area's jobs, in the order of the house's areas. */
export function allJobs({
  config,
  db,
  log,
  clock,
  closedDomains,
  tokens,
  billing,
  configuration,
  testRuns,
  gitSync,
  outbox,
  notifying,
  functionMails,
  mail,
  databaseBackups,
}: Context): JobHandler[] {
  return [
    handleJob(accountsCleanUpJob, async () => {
      await cleanUpAccounts(db, clock, config.endedDays);
      await tokens.forgetReplaced();
    }),
    handleJob(deleteClosedJob, () => closedDomains.deleteDue()),
    ...billingJobs(billing),
    ...configurationJobs(configuration),
    ...testRuns.jobs,
    ...notifying.jobs,
    ...gitSync.jobs,
    ...outbox.bindJobs(),
    ...functionMailJobs(functionMails),
    ...mailJobs(mail, { db, clock, log, keptDays: config.endedDays }),
    handleJob(pruneLogJob, async (_nothing, { signal }) => {
      await pruneLog({ db, clock, days: config.logDays }, signal);
    }),
    handleJob(createBackupJob, () => databaseBackups.createDue()),
  ];
}
