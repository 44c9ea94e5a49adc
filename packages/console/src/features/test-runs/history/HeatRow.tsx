import type { TestHistory } from '@atrium/contract/test-runs/test-history';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { MARKS, markStyles } from '../status-style.ts';
import { describeRow, heatPaths, resultAt } from './heat-row.ts';

interface HeatRowProps {
  test: TestHistory;
  runs: readonly TestRunSummary[];
  /** Shows the test in the chosen run. */
  onOpen: (testId: string, runId: string) => void;
}

const STEPS: Record<string, (place: number, last: number) => number> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** A test in every run: one mark each, chosen by pointer or by arrow keys and opened by a click or Enter. */
export const HeatRow = memo(function HeatRow({ test, runs, onOpen }: HeatRowProps) {
  const last = runs.length - 1;
  const [chosenPlace, setPlace] = useState(last);
  // The number of runs may have decreased since the choice.
  const place = Math.max(0, Math.min(last, chosenPlace));
  const drawn = heatPaths(test.results);
  const at = runs[place];
  const state = resultAt(test.results, place) ?? 'not part of it';
  const text = `Run of ${formatDayMonthYearTime(at?.startedAt)}: ${state}`;
  function placeOf(event: MouseEvent<HTMLElement>): number {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * runs.length)));
  }
  function open(chosen: number): void {
    const runId = runs[chosen]?.runId;
    if (runId !== undefined && resultAt(test.results, chosen) !== undefined) onOpen(test.id, runId);
  }
  function handleKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (event.key === 'Enter') open(place);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    setPlace(Math.min(last, Math.max(0, step(place, last))));
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${test.fullPath}: ${describeRow(test.results)}`}
      aria-valuemin={1}
      aria-valuemax={runs.length}
      aria-valuenow={place + 1}
      aria-valuetext={text}
      title={text}
      className="group relative h-6 cursor-pointer"
      style={{ maxWidth: `${1.5 * runs.length}rem` }}
      onKeyDown={handleKeyDown}
      onMouseMove={(event) => setPlace(placeOf(event))}
      onClick={(event) => open(placeOf(event))}
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${runs.length} 1`}
        preserveAspectRatio="none"
        className="absolute inset-0 mt-1 h-4 w-full"
      >
        {MARKS.map((mark) => (
          <path key={mark} d={drawn[mark]} fill="currentColor" className={markStyles[mark].ink} />
        ))}
      </svg>
      <span
        aria-hidden
        className="absolute inset-y-0 hidden border-2 border-accent group-hover:block group-focus:block"
        style={{ left: `${(100 * place) / runs.length}%`, width: `${100 / runs.length}%` }}
      />
    </div>
  );
});
