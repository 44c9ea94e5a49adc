import { listChildren } from '@atrium/contract/accounts/children';
import { listServices } from '@atrium/contract/services/service';
import { getRunEstimate } from '@atrium/contract/test-runs/run-history';
import {
  getCurrentTestRun,
  getTestRun,
  getTestRunChanges,
  listTests,
  runTests,
} from '@atrium/contract/test-runs/test-runs';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun } from '../run.fixture.ts';
import { SubmittedTestRunner } from './SubmittedTestRunner.tsx';
import { useStartAllTests } from './use-start-all-tests.ts';

const run = buildRun({ fine: null }, { status: 'CANCELED' });
const { runId } = run;

function Wizard() {
  const start = useStartAllTests();
  return (
    <>
      <button
        type="button"
        onClick={() => start.mutate({ idempotencyKey: 'once', returnOnFailure: undefined })}
      >
        Submit & Run Tests
      </button>
      <SubmittedTestRunner start={start} onBack={() => {}} />
    </>
  );
}

it('that tests were already running is said of that run only', async () => {
  signIn('tests.read', 'tests.run');
  answer(listServices, () => ({ services: [] }));
  answer(listChildren, () => []);
  answer(getRunEstimate, () => ({ tests: {}, pace: null }));
  answer(getTestRun, () => run);
  answer(getTestRunChanges, () => ({ ...run, tests: [], versions: {} }));
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
  const message = 'Another run is running.';
  const body = { status: 409, message, requestId: 'component-test', details: { runId } };
  answer(runTests, () => Response.json(body, { status: 409 }));

  const screen = await draw(<Wizard />, { path: `/?runId=${runId}` });
  await screen.getByRole('button', { name: 'Submit & Run Tests' }).click();
  const notice = screen.getByText('Tests were already running.');
  await expect.element(notice).toBeVisible();
  await screen.getByRole('button', { name: 'New Test Run' }).click();
  await expect.element(screen.getByText('1 of 1 tests selected')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});
