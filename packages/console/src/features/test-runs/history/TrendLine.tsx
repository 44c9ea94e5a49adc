import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { line } from 'd3-shape';

const WIDTH = 300;
const HEIGHT = 80;

interface TrendLineProps {
  name: string;
  /** Oldest first. */
  runs: readonly TestRunSummary[];
  valueOf: (run: TestRunSummary) => number;
  textOf: (run: TestRunSummary) => string;
  /** The top of the plot; the largest value when left out. */
  max?: number;
}

/** A value of each run as a line, with the latest and the extremes in words. */
export function TrendLine({ name, runs, valueOf, textOf, max }: TrendLineProps) {
  const top = max ?? Math.max(...runs.map(valueOf), 1);
  const step = WIDTH / Math.max(runs.length - 1, 1);
  const path = line<TestRunSummary>()
    .x((_, index) => index * step)
    .y((run) => HEIGHT - (HEIGHT * valueOf(run)) / top)(runs as TestRunSummary[]);
  const sorted = runs.toSorted((a, b) => valueOf(a) - valueOf(b));
  const [least, most, latest] = [sorted[0], sorted.at(-1), runs.at(-1)];
  if (!least || !most || !latest) return null;
  const words = `Latest ${textOf(latest)}, between ${textOf(least)} and ${textOf(most)}`;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-semibold">{name}</span>
        <span className="tabular text-ink-soft">{words}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${name} by run. ${words}.`}
        viewBox={`-3 -3 ${WIDTH + 6} ${HEIGHT + 6}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-l border-line-strong"
      >
        <path
          d={path ?? undefined}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className="text-accent"
        />
      </svg>
    </figure>
  );
}
