import { listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { getLatestTestRun } from '@atrium/contract/test-runs/test-runs';
import { listRunTimes } from '@atrium/contract/test-runs/timetable';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { TestRunDashboardPage } from './TestRunDashboardPage.tsx';

it('the filter opens from another tab at once, also where it was left open', async () => {
  signIn('tests.read');
  answer(listRecentTestRuns, () => []);
  answer(listRunTimes, () => []);
  answer(getLatestTestRun, () => new Response(null, { status: 204 }));
  const screen = await draw(<TestRunDashboardPage />, { path: '/?view=timetable&filter=open' });
  const filter = screen.getByRole('button', { name: 'Filter' });
  await expect.element(filter).toHaveAttribute('aria-expanded', 'false');
  await filter.click();
  await expect.element(filter).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
});
