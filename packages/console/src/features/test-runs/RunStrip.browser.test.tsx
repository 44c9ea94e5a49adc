import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { RunStrip } from './RunStrip.tsx';
import { buildRun } from './run.fixture.ts';

it('leads to a run beside the search that is open', async () => {
  const run = buildRun({ fine: null });
  const screen = await draw(<RunStrip runs={[run]} />, {
    path: '/?filter=open&from=2026-11-20&to=2026-11-22&test=shop/tests/fine',
  });
  await expect
    .element(screen.getByRole('link'))
    .toHaveAttribute(
      'href',
      `/console/test-runner-dashboard?runId=${run.runId}&filter=open&from=2026-11-20&to=2026-11-22`,
    );
});
