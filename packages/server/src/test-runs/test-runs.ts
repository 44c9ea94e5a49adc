import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import { findCaller } from '../accounts/caller.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Services } from '../services/services.service.ts';
import type { AnnounceRun } from './change-run.ts';
import { testRunJobs } from './test-run.job.ts';
import { deleteRuns } from './test-run.repository.ts';
import { TestRuns } from './test-runs.service.ts';

export interface TestRunningParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  jobs: Jobs;
  services: Services;
  accounts: Accounts;
  events: Events;
}

/** Everything about test runs: what users do with them, and the jobs that execute them. */
export interface TestRunning {
  runs: TestRuns;
  jobs: JobHandler[];
  /** Deletes what is kept of a closed domain. */
  deleteDomain(store: Store, domainId: string): Promise<void>;
}

export function buildTestRuns(parts: TestRunningParts): TestRunning {
  const announce: AnnounceRun = (transaction, { id, domainId }) =>
    parts.events.publish(domainId, 'test-run', { runId: id }, { transaction });
  const all = { ...parts, announce };
  const findActor = (userId: string) =>
    findCaller({ db: parts.db, permissions: parts.accounts.permissions }, userId);
  return {
    deleteDomain: deleteRuns,
    runs: new TestRuns(all),
    jobs: testRunJobs({ ...all, findActor }, parts.jobs),
  };
}
