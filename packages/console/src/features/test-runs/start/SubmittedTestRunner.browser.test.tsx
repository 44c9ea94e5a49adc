import { listChildren } from '@atrium/contract/accounts/children';
import { getSubmission, type Submission } from '@atrium/contract/configuration/submission';
import { listServices } from '@atrium/contract/services/service';
import { getRunEstimate } from '@atrium/contract/test-runs/run-history';
import {
  getCurrentTestRun,
  getTestRun,
  getTestRunChanges,
  listTests,
} from '@atrium/contract/test-runs/test-runs';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun } from '../run.fixture.ts';
import { SubmittedTestRunner } from './SubmittedTestRunner.tsx';

const run = buildRun({ fine: null }, { status: 'CANCELED' });
const { runId } = run;

const waiting: Submission = {
  id: crypto.randomUUID(),
  state: 'DONE',
  services: [],
  tests: 'WAITING',
  reason: null,
  runId: null,
};

function Wizard({ submission = waiting }) {
  return <SubmittedTestRunner submission={submission} onBack={() => {}} />;
}

it('that tests were already running is said of that run only', async () => {
  signIn('tests.read', 'tests.run');
  answer(listServices, () => ({ services: [] }));
  answer(listChildren, () => []);
  answer(getRunEstimate, () => ({ tests: {}, pace: null }));
  answer(getTestRun, () => run);
  answer(getTestRunChanges, () => ({ ...run, tests: [], versions: {}, errors: {} }));
  answer(getCurrentTestRun, () => new Response(null, { status: 204 }));
  answer(listTests, () => ({
    ...run,
    runId: null,
    status: null,
    userId: null,
    userName: null,
    startedAt: null,
    duration: null,
  }));
  const reason = 'This run may have started before your changes went live.';
  const screen = await draw(<Wizard submission={{ ...waiting, tests: 'STARTED', runId, reason }} />, {
    path: `/?runId=${runId}`,
  });
  const notice = screen.getByText('Tests were already running.');
  await expect.element(notice).toBeVisible();
  await screen.getByRole('button', { name: 'New Test Run' }).click();
  await expect.element(screen.getByText('1 of 1 tests selected')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

it('says when a submission has a run of its own, and when it could not be tested', async () => {
  signIn('configuration.read', 'tests.read', 'tests.run');
  answer(listServices, () => ({ services: [] }));
  answer(listChildren, () => []);
  answer(getRunEstimate, () => ({ tests: {}, pace: null }));
  answer(getCurrentTestRun, () => new Response(null, { status: 204 }));
  answer(listTests, () => ({
    ...run,
    runId: null,
    status: null,
    userId: null,
    userName: null,
    startedAt: null,
    duration: null,
  }));
  let found: Submission = { ...waiting, tests: 'STARTED', runId };
  answer(getSubmission, () => found);
  const screen = await draw(<Wizard />);
  await expect.element(screen.getByText('Submitted changes have a run of their own.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Show that run' })).toBeVisible();
  const reason = 'There is no test to run. The tests did not run.';
  found = { ...waiting, tests: 'UNTESTED', reason };
  await screen.client.invalidateQueries();
  await expect
    .element(screen.getByText('Submitted changes were not tested, and are still live.'))
    .toBeVisible();
  await expect.element(screen.getByText(reason, { exact: false }).first()).toBeVisible();
});
