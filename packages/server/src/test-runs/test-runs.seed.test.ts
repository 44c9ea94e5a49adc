import { expect, test } from 'vitest';
import { startPlatform } from '../../test/shipped-services.ts';
import { demoPeople, fillPeople, toCaller } from '../accounts/people.seed.ts';
import { fillTests } from './test-runs.seed.ts';

test('the demo has tests that pass and tests that fail', { timeout: 120_000 }, async () => {
  await using platform = await startPlatform();
  const { context } = platform;
  await fillPeople(context);
  await fillTests(context);
  const ada = toCaller(demoPeople.ada);
  const { runs, jobs } = context.testRuns;
  const { runId } = await runs.start(ada, { strategy: 'EXECUTE_ALL' }, null);
  await context.jobs.runDue(jobs);
  const { status, counts, servicesTests } = await runs.get(ada, String(runId));
  expect([status, counts.FAIL]).toEqual(['FAIL', 2]);
  expect(counts.OK).toBeGreaterThanOrEqual(40);
  const failed = servicesTests.flatMap(({ tests }) => tests.filter((each) => each.status === 'FAIL'));
  expect(failed.map(({ fullPath }) => fullPath)).toEqual([
    'tests/wishes/sends-gift-cards.js',
    'tests/wishes/ships-abroad.js',
  ]);
});
