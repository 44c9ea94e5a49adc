import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { RunStrip } from '../../features/test-runs/RunStrip.tsx';
import { countUnskipped } from '../../features/test-runs/run-counts.ts';
import { Figure } from './Tile.tsx';

/** How many tests of the last run of all passed, or else of the last run, with the runs before it. */
export function TestsFigure({ runs }: { runs: readonly TestRunSummary[] }) {
  const last = runs.find(({ isOfAll }) => isOfAll) ?? runs[0];
  if (last === undefined) return <Figure value="–">No run yet</Figure>;
  const all = countUnskipped(last);
  return (
    <Figure value={`${(last.counts.OK ?? 0).toLocaleString('en-US')} of ${all.toLocaleString('en-US')} pass`}>
      <RunStrip runs={runs} isDense />
    </Figure>
  );
}
