import { listChildren } from '@atrium/contract/accounts/children';
import { listServices } from '@atrium/contract/services/service';
import { findTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { listQuarantines } from '@atrium/contract/test-runs/quarantine';
import { getRunEstimate, listRunFailures } from '@atrium/contract/test-runs/run-history';
import { getTestDetails, listPastResults } from '@atrium/contract/test-runs/test-results';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getTestRun, getTestRunChanges, runTests } from '@atrium/contract/test-runs/test-runs';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun, buildTest } from '../run.fixture.ts';
import { FoundRun } from './FoundRun.tsx';

const ended = buildRun({ slow: 'too slow' }, { revision: 3 });
const { runId } = ended;
const running: TestRun = {
  ...ended,
  status: 'RUNNING',
  counts: { RUNNING: 1 },
  revision: 2,
  servicesTests: [
    {
      serviceId: 'shop',
      version: 3,
      error: null,
      tests: [buildTest('slow', null, { status: 'RUNNING', duration: null })],
    },
  ],
};
const rerun = { ...running, runId: '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6b' };
const path = `/?filter=open&from=2026-11-22&to=2026-11-22&runId=${runId}`;

/** Runs on the server, newest first. */
let runs: TestRun[];

beforeEach(() => {
  runs = [running];
  signIn('tests.read', 'tests.run');
  answer(listServices, () => ({ services: [] }));
  answer(listChildren, () => []);
  answer(listQuarantines, () => []);
  answer(listRunFailures, () => []);
  answer(getRunEstimate, () => ({ tests: {}, pace: null }));
  answer(listPastResults, () => []);
  answer(getTestDetails, () => ({
    ...buildTest('slow', 'too slow'),
    runId,
    failure: null,
    failedTries: [],
    console: '',
    startedAt: ended.startedAt,
    version: 3,
  }));
  answer(findTestRuns, () => runs);
  answer(getTestRun, ({ params }) => runs.find((run) => run.runId === params.runId) ?? running);
});

it('the list of found runs says how the run ended, and has the one that was started again', async () => {
  const end = Promise.withResolvers<void>();
  answer(getTestRunChanges, async ({ params }) => {
    if (params.runId !== runId) return { ...rerun, tests: [], versions: {}, errors: {} };
    await end.promise;
    return {
      ...ended,
      tests: ended.servicesTests.flatMap(({ tests }) => tests),
      versions: { shop: 3 },
      errors: {},
    };
  });
  answer(runTests, () => {
    runs = [rerun, ended];
    return rerun;
  });
  const screen = await draw(<FoundRun id="panel" />, { path });
  const found = screen.getByRole('table', { name: 'Test Runs Found' });
  await expect.element(found.getByText('RUNNING')).toBeVisible();
  const filter = screen.getByRole('button', { name: 'RUNNING 1' });
  await filter.click();

  runs = [ended];
  end.resolve();
  await expect.element(found.getByText('FAIL')).toBeVisible();
  // The active filter stays, although no test is in that state anymore.
  const narrowed = screen.getByRole('button', { name: 'RUNNING 0' });
  await expect.element(narrowed).toHaveAttribute('aria-pressed', 'true');
  await narrowed.click();
  await expect.element(narrowed).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Rerun failed as myself' }).click();
  await expect.element(found.getByText('RUNNING')).toBeVisible();
  await expect.element(found.getByText('FAIL')).toBeVisible();
});

it('the fields of the search have the days whose runs are listed', async () => {
  runs = [ended];
  const { router, ...screen } = await draw(<FoundRun id="panel" />, { path });
  const from = screen.getByRole('textbox', { name: 'From Date' });
  await expect.element(from).toHaveValue('2026-11-22');
  await router.navigate({ to: '.', search: (before: object) => ({ ...before, from: '2026-11-20' }) });
  await expect.element(from).toHaveValue('2026-11-20');
  router.history.back();
  await expect.element(from).toHaveValue('2026-11-22');
});

it('a running run that can no longer be read says so beside what is known of it', async () => {
  answer(getTestRunChanges, () => ({ ...running, tests: [], versions: {}, errors: {} }));
  const screen = await draw(<FoundRun id="panel" />, { path });
  const verdict = screen.getByRole('region', { name: 'Verdict' });
  await expect.element(verdict).toBeVisible();
  answer(getTestRun, () => refusal(500, 'Sorry.'));
  await screen.client.refetchQueries();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^Could not fetch last test run/);
  await expect.element(verdict).toBeVisible();
});
