import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { runEstimateQuery } from './run-history.queries.ts';
import { timeLeft, timeLeftText } from './time-left.ts';

/** How far a running run has come, and about how long it will still take. */
export function RunProgress({ run }: { run: TestRun }) {
  const isRunning = isUnfinished(run.status);
  const estimate = useQuery({ ...runEstimateQuery(run.runId), enabled: isRunning });
  if (!isRunning) return null;
  const all = Object.values(run.counts).reduce((sum, count) => sum + count, 0);
  const done = all - (run.counts.PENDING ?? 0) - (run.counts.RUNNING ?? 0);
  const percent = Math.round((100 * done) / Math.max(all, 1));
  const left = estimate.data && timeLeftText(timeLeft(run, estimate.data));
  const text = [`${done} of ${all} tests finished`, left].filter((part) => part !== undefined).join(', ');
  return (
    <div className="mb-4">
      <div
        role="progressbar"
        aria-label="Progress of the test run"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full border border-line-strong bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
      <p className="tabular mt-1 text-sm text-ink-soft">{text}</p>
    </div>
  );
}
