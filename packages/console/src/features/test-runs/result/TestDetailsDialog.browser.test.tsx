import type { TestDetails } from '@atrium/contract/test-runs/test';
import { getTestDetails, listPastResults } from '@atrium/contract/test-runs/test-results';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { buildRun, buildTest } from '../run.fixture.ts';
import { TestDetailsDialog } from './TestDetailsDialog.tsx';

it('follows a test that is running to its end', async () => {
  let status: 'RUNNING' | 'FAIL' = 'RUNNING';
  answer(listPastResults, () => []);
  answer(getTestDetails, () => detailsOf(status));
  const { runId } = buildRun({});
  const screen = await draw(<TestDetailsDialog runId={runId} testId="shop/slow" onClose={() => {}} />);
  await expect.element(screen.getByText('RUNNING')).toBeVisible();
  status = 'FAIL';
  await expect.element(screen.getByText('The shop is closed.').first(), { timeout: 10_000 }).toBeVisible();
});

function detailsOf(status: 'RUNNING' | 'FAIL'): TestDetails {
  const isRunning = status === 'RUNNING';
  return {
    ...buildTest('slow', isRunning ? null : 'The shop is closed.', { status }),
    runId: '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6a',
    failure: null,
    failedTries: [],
    console: isRunning ? '' : 'The shop is closed.',
    startedAt: null,
    version: null,
  };
}
