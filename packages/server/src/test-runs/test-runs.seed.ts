import { demoPeople } from '../accounts/people/demo-people.ts';
import { toCaller } from '../accounts/people/people.seed.ts';
import type { DemoRun } from './demo-runs.ts';
import { updateRunTime } from './demo-time.repository.ts';
import { testRunJob } from './test-run.job.ts';
import { buildTestRuns, type TestRunningParts } from './test-runs.ts';

/** Runs the tests there are now, for real, and dates the run back. The services have to run. */
export async function runDemoTests(
  parts: TestRunningParts,
  { by, strategy = 'EXECUTE_ALL', canceled }: DemoRun,
  time: Date,
): Promise<void> {
  const caller = toCaller(demoPeople[by]);
  // Nothing is queued: the run is executed here, before the next change is made.
  const jobs = { ...parts.jobs, send: () => Promise.resolve(undefined) };
  const { runs, jobs: handlers } = buildTestRuns({ ...parts, jobs });
  const { runId, servicesTests, startedAt } = await runs.start(caller, { strategy, retries: 0 });
  if (canceled === 'run') await runs.cancel(caller, runId);
  if (canceled === 'test') await runs.cancelTest(caller, { id: String(servicesTests[0]?.tests[0]?.id) });
  const execution = handlers.find(({ definition }) => definition.name === testRunJob.name);
  await execution?.run({ runId }, { id: runId, tryNumber: 0, signal: new AbortController().signal });
  await updateRunTime(parts.db, runId, Date.parse(startedAt) - time.getTime());
}
