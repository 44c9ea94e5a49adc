import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import { findCaller } from '../accounts/people/caller.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Candidates } from '../configuration/candidate/candidate.service.ts';
import type { Protections } from '../configuration/candidate/protection.service.ts';
import type { Returns } from '../configuration/return/return.service.ts';
import { testSubmissionsJob } from '../configuration/submission/submission.job.ts';
import type { Submissions } from '../configuration/submission/submission.service.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import { handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limit.service.ts';
import type { Notifier } from '../notifications/notifier.service.ts';
import type { Services } from '../services/services.service.ts';
import { CandidateRuns } from './candidate-run.service.ts';
import type { AnnounceRun, OnRunEnd } from './change-run.ts';
import { ChangeSearches } from './change-search/change-search.service.ts';
import type { ServiceExecution } from './execute-service-tests.ts';
import { deleteQuarantines } from './quarantine.repository.ts';
import { Quarantines } from './quarantine.service.ts';
import { hasCountingFailure } from './quarantined-result.repository.ts';
import { Proofs } from './reach/proof.service.ts';
import { deleteReaches } from './reach/reach.repository.ts';
import { pruneReaches, pruneReachesJob } from './reach/reach-pruning.job.ts';
import { countResultBytes } from './retention/result-size.repository.ts';
import { pruneRuns, pruneRunsJob } from './retention/run-pruning.job.ts';
import { RunHistory } from './run-history.service.ts';
import { SubmissionRuns } from './submission-runs.service.ts';
import { tellChange } from './tell-change.ts';
import { TestHistories } from './test-history.service.ts';
import { testRunJobs } from './test-run.job.ts';
import { deleteRuns, listRunServices } from './test-run.repository.ts';
import { TestRuns } from './test-runs.service.ts';
import { deleteRunTimes } from './timetable/run-time.repository.ts';
import { timetableJobs } from './timetable/timetable.job.ts';
import { Timetable } from './timetable/timetable.service.ts';

export interface TestRunningParts extends Pick<ServiceExecution, 'retryAfterMs'> {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  jobs: Jobs;
  services: Services;
  limits: Limits;
  accounts: Accounts;
  audit: Audit;
  events: Events;
  candidates: Candidates;
  returns: Returns;
  notifier: Pick<Notifier, 'tell'>;
  submissions: Submissions;
  protections: Protections;
  gitSync: {
    /** Called in the transaction that ends a candidate run. */
    noteRunEnded(transaction: Store, run: { domainId: string; runId: string }): Promise<void>;
  };
  /** Days that runs are kept; 0 = forever. */
  runDays: number;
}

/** Everything about test runs: what users do with them, and the jobs that execute them. */
export interface TestRunning {
  runs: TestRuns;
  candidateRuns: CandidateRuns;
  returns: Returns;
  submissions: Submissions;
  submissionRuns: SubmissionRuns;
  history: RunHistory;
  proofs: Proofs;
  testHistories: TestHistories;
  searches: ChangeSearches;
  quarantines: Quarantines;
  timetable: Timetable;
  jobs: JobHandler[];
  /** Returns a domain's usage of the limits of runs. */
  countUses(domainId: string): Promise<{ resultBytes: number }>;
  /** Deletes the data of a closed domain. */
  deleteDomain(transaction: Store, domainId: string): Promise<void>;
}

export function buildTestRuns(parts: TestRunningParts): TestRunning {
  const announce: AnnounceRun = (transaction, { id, domainId }) =>
    parts.events.publish(domainId, 'test-run', { runId: id }, { transaction });
  const { candidates, returns, submissions } = parts;
  const onEnd: OnRunEnd = async (transaction, run) => {
    const { id, domainId, status, isCandidate } = run;
    await tellChange(parts.notifier, transaction, run);
    // A service whose tests could not be listed has proven nothing.
    const haveAllRun = (await listRunServices(transaction, id)).every(({ error }) => error === null);
    if (isCandidate) {
      await candidates.close(transaction, { id, domainId, hasPassed: status === 'OK' && haveAllRun });
      await parts.gitSync.noteRunEnded(transaction, { domainId, runId: id });
    } else {
      const hasFailed = status === 'CANCELED' && (await hasCountingFailure(transaction, id));
      const decided = { id, domainId, status: hasFailed ? ('FAIL' as const) : status, haveAllRun };
      await returns.decide(transaction, decided);
    }
    await parts.jobs.send(testSubmissionsJob, { domainId }, { transaction, key: domainId });
  };
  const all = { ...parts, announce, onEnd };
  const findActor = (userId: string) =>
    findCaller({ db: parts.db, permissions: parts.accounts.permissions }, userId);
  const submissionRuns = new SubmissionRuns({ ...all, findActor });
  return {
    countUses: async (domainId) => ({ resultBytes: await countResultBytes(parts.db, domainId) }),
    async deleteDomain(transaction, domainId) {
      await deleteRuns(transaction, domainId);
      await deleteReaches(transaction, domainId);
      await deleteQuarantines(transaction, domainId);
      await deleteRunTimes(transaction, domainId);
    },
    runs: new TestRuns(all),
    candidateRuns: new CandidateRuns(all),
    returns,
    submissions,
    submissionRuns,
    history: new RunHistory(parts),
    proofs: new Proofs(parts),
    testHistories: new TestHistories(parts),
    searches: new ChangeSearches(parts),
    quarantines: new Quarantines({ ...parts, people: parts.accounts.people }),
    timetable: new Timetable({ ...parts, people: parts.accounts.people }),
    jobs: [
      handleJob(testSubmissionsJob, ({ domainId }) => submissionRuns.startWaiting(domainId)),
      ...testRunJobs({ ...all, findActor }, parts.jobs),
      ...timetableJobs({ ...all, findActor }, parts.jobs),
      handleJob(pruneReachesJob, (_, { signal }) => pruneReaches(parts, { signal })),
      handleJob(pruneRunsJob, (_, { signal }) => pruneRuns(parts, { signal })),
    ],
  };
}
