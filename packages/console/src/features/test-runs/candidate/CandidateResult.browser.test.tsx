import type { CandidateRun } from '@atrium/contract/test-runs/candidate';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { CandidateResult } from './CandidateResult.tsx';

const run = (part: Pick<CandidateRun, 'status' | 'counts'>): CandidateRun => ({
  runId: '0197a000-0000-7000-8000-0000000000a1',
  digest: '0'.repeat(64),
  services: [],
  ...part,
});

const status = page.getByRole('status');

it('shows how far a run is, but announces only its end', async () => {
  const running = run({ status: 'RUNNING', counts: { OK: 7, PENDING: 39 } });
  const screen = await draw(<CandidateResult run={running} tested="merge" />);
  await expect.element(screen.getByText('Testing this merge: 7 of 46 done')).toBeVisible();
  await expect.element(status).toBeEmptyDOMElement();
  await screen.unmount();

  const ended = run({ status: 'FAIL', counts: { OK: 45, FAIL: 1 } });
  const { getByRole } = await draw(<CandidateResult run={ended} tested="merge" />);
  await expect.element(status).toMatchTextContent(/^1 of 46 fails with this merge$/);
  await expect.element(getByRole('link', { name: 'Show the results' })).toBeVisible();
});
