import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { changeSearchJob } from './change-search/change-search.job.ts';
import { listSilentSearches } from './change-search/change-search.repository.ts';
import { executeSearch } from './change-search/execute-search.ts';
import { type ExecutionParts, executeRun, LONGEST_RUN_MS } from './execute-run.ts';
import { listSilentRuns } from './test-run.repository.ts';

const SILENT_AFTER_MS = 45_000;

/**
 * A run waits for services nearly all the time, for up to two hours, and holds no connection to the database meanwhile. It
 * holds results that are not yet written (16 MiB at most) and the files of a candidate (64 MiB at most); most runs hold
 * a few megabytes. A domain has one run at a time, and the services give turns to the tests of domains by themselves.
 */
const RUNS_AT_ONCE = 16;

/**
 * Executes one run. Sent together with the run, with its id as the key; repeated after its process was killed.
 * Each job takes over the run from the previous one, so no more than one may wait.
 */
export const testRunJob = defineJob({
  name: 'test-runs.execute',
  payload: z.object({ runId: z.uuid() }),
  timeoutSeconds: LONGEST_RUN_MS / 1000,
  retries: 20,
  retryDelaySeconds: 1,
  concurrency: RUNS_AT_ONCE,
  policy: 'short',
});

/** Finds runs and searches that are no longer executed although the queue considers their job done. */
const watchJob = defineJob({
  name: 'test-runs.resume',
  payload: z.object({}),
  timetable: '* * * * *',
  policy: 'short',
});

export function testRunJobs(parts: ExecutionParts, jobs: Jobs): JobHandler[] {
  return [
    handleJob(testRunJob, ({ runId }, { signal }) => executeRun(parts, runId, signal)),
    handleJob(changeSearchJob, ({ searchId }, { signal }) => executeSearch(parts, searchId, signal)),
    handleJob(watchJob, async () => {
      await sendSilentRuns(parts, jobs);
      await sendSilentSearches(parts, jobs);
    }),
  ];
}

async function sendSilentRuns({ db, clock }: ExecutionParts, jobs: Jobs): Promise<void> {
  const since = new Date(clock.now().getTime() - SILENT_AFTER_MS);
  for (const { id } of await listSilentRuns(db, since)) {
    await jobs.send(testRunJob, { runId: id }, { key: id });
  }
}

async function sendSilentSearches({ db, clock }: ExecutionParts, jobs: Jobs): Promise<void> {
  const since = new Date(clock.now().getTime() - SILENT_AFTER_MS);
  for (const { id, domainId } of await listSilentSearches(db, since)) {
    await jobs.send(changeSearchJob, { searchId: id }, { key: id, group: domainId });
  }
}
