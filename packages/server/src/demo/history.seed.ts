import { fillConfiguration, submitChange } from '../configuration/configuration.seed.ts';
import { type DemoChange, demoChanges, FIRST_DAYS_AGO } from '../configuration/demo-changes.ts';
import type { Context } from '../context.ts';
import { type DemoRun, demoRuns } from '../test-runs/demo-runs.ts';
import { runDemoTests } from '../test-runs/test-runs.seed.ts';

const DAY_MS = 86_400_000;

/**
 * Three months of changes and test runs, in their order: a run tests the live content of its time. Requires running
 * services.
 */
export async function fillHistory(context: Context): Promise<void> {
  const { candidates, returns, submissions, protections } = context.configuration;
  const now = context.clock.now().getTime();
  const timeOf = ({ daysAgo }: { daysAgo: number }) => new Date(now - daysAgo * DAY_MS);
  await fillConfiguration(context, 'ada', timeOf({ daysAgo: FIRST_DAYS_AGO }));
  await fillConfiguration(context, 'chidi', timeOf({ daysAgo: 12 }));
  const runDays = context.config.testRunDays;
  const parts = { ...context, candidates, returns, submissions, protections, runDays };
  const steps: readonly (DemoChange | DemoRun)[] = [...demoChanges, ...demoRuns];
  for (const step of steps.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    if ('content' in step) await submitChange(context, step, timeOf(step));
    else await runDemoTests(parts, step, timeOf(step));
  }
}
