import type { FailureHistory } from '@atrium/contract/test-runs/run-history';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { LastPassed } from './LastPassed.tsx';

const startedAt = '2026-11-21T10:00:00.000Z';
const run = { runId: 'this', isCandidate: undefined };
const history: FailureHistory = {
  id: 'shop/tests/sum',
  lastPassed: { runId: 'before', startedAt, version: 3 },
  firstFailed: { runId: 'this', startedAt, version: 4 },
  moved: [
    { serviceId: 'content', from: 7, to: 9 },
    { serviceId: 'shop', from: 3, to: 4 },
  ],
};

it('every service that changed since a test passed is named', async () => {
  const screen = await draw(<LastPassed run={run} history={history} />);
  await expect.element(screen.getByText(/^Last passed at version 3 in the run of/)).toBeVisible();
  await expect.element(screen.getByText('Changed content from version 7 to 9')).toBeVisible();
  await expect.element(screen.getByText('Changed shop from version 3 to 4')).toBeVisible();
});

it('the way back says which other versions it takes back', async () => {
  signIn('configuration.read', 'configuration.write');
  const later = { ...history, moved: [{ serviceId: 'shop', from: 3, to: 5 }] };
  const screen = await draw(<LastPassed run={run} history={later} />);
  await expect.element(screen.getByRole('link', { name: 'Return to version 3' })).toBeVisible();
  await expect
    .element(screen.getByText(/Return to version 3, which takes back versions 4 to 5$/))
    .toBeVisible();
});

it('a test that fails with a merge passes with what is live, if nothing has changed since', async () => {
  const merge = { runId: 'this', isCandidate: true as const };
  const same = { ...history, firstFailed: { runId: 'this', startedAt, version: 3 }, moved: [] };
  const screen = await draw(<LastPassed run={merge} history={same} />);
  await expect.element(screen.getByText(/^It passes with what is live \(version 3\)/)).toBeVisible();
});

it('a test may fail for the merge, or for live changes that were not tested', async () => {
  const merge = { runId: 'this', isCandidate: true as const };
  const screen = await draw(<LastPassed run={merge} history={history} />);
  await expect
    .element(screen.getByText(/The cause is this merge, or what has changed live since then/))
    .toBeVisible();
});
