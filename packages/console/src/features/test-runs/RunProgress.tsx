import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { progressOf } from './run-counts.ts';
import { runEstimateQuery } from './run-history.queries.ts';
import { timeLeft, timeLeftText } from './time-left.ts';

/** How far a running run has come, and about how long it will still take. */
export function RunProgress({ run }: { run: TestRun }) {
  const isRunning = isUnfinished(run.status);
  const estimate = useQuery({ ...runEstimateQuery(run.runId), enabled: isRunning });
  if (!isRunning) return null;
  const { total, done } = progressOf(run);
  const percent = Math.round((100 * done) / Math.max(total, 1));
  const left = estimate.data && timeLeftText(timeLeft(run, estimate.data));
  const text = [`${done} of ${total} tests finished`, left].filter((part) => part !== undefined).join(', ');
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
      {/* The verdict says how many. */}
      {left !== undefined && <p className="tabular mt-1 text-sm text-ink-soft">{left}</p>}
    </div>
  );
}
