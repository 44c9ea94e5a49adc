import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { formatDayMonthYearTime } from '../../lib/format-date.ts';
import { classNames } from '../../ui/class-names.ts';
import { ResultMark } from './ResultMark.tsx';
import { markOf } from './status-style.ts';
import { retriedText } from './try-text.ts';
import { useRunPath } from './use-run-path.ts';

const SHOWN_RUNS = 30;

interface RunStripProps {
  /** Newest first. */
  runs: readonly TestRunSummary[];
  /** The run that is shown: its mark is framed. */
  currentId?: string | undefined;
  isDense?: boolean;
}

/** The last runs from left to right, each a mark that leads to it. */
export function RunStrip({ runs, currentId, isDense = false }: RunStripProps) {
  const runPath = useRunPath();
  return (
    <ol aria-label="Last runs" className={classNames('flex', isDense ? 'gap-px' : 'flex-wrap')}>
      {runs
        .slice(0, SHOWN_RUNS)
        .toReversed()
        .map(({ runId, status, startedAt, passedOnRetry }) => (
          <ResultMark
            key={runId}
            href={runPath({ runId })}
            mark={markOf(status, passedOnRetry > 0)}
            text={`${formatDayMonthYearTime(startedAt)}: ${status}${retriedText(passedOnRetry)}`}
            isCurrent={runId === currentId}
            isDense={isDense}
          />
        ))}
    </ol>
  );
}
