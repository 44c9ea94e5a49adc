import { getJunitReport } from '@atrium/contract/test-runs/test-runs';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { Toaster } from '../../../ui/Toaster.tsx';
import { buildRun } from '../run.fixture.ts';
import { RunActions } from './RunActions.tsx';

it('the report of a run is being saved until it is there, and says why it is not', async () => {
  const held = Promise.withResolvers<Response>();
  answer(getJunitReport, () => held.promise);
  const screen = await draw(
    <>
      <RunActions run={buildRun({ fine: null })} groups={[]} />
      <Toaster />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Download JUnit XML' });
  await button.click();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expectNoFindings();
  held.resolve(refusal(500, 'The report is broken.'));
  await expect.element(screen.getByText('The report is broken.')).toBeVisible();
  await expect.element(button).not.toHaveAttribute('aria-disabled');
});
