import type { PastResult } from '@atrium/contract/test-runs/test';
import { useQuery } from '@tanstack/react-query';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ResultMark } from '../ResultMark.tsx';
import { markOf } from '../status-style.ts';
import { pastResultsQuery } from '../test-runs.queries.ts';
import { tryText } from '../try-text.ts';
import { useRunPath } from '../use-run-path.ts';

interface ResultStripProps {
  testId: string;
  /** The run that is shown: its mark is framed. */
  runId: string;
}

/** Results of a test in its last runs, oldest first. Each mark links to the test in that run. */
export function ResultStrip({ testId, runId }: ResultStripProps) {
  const runPath = useRunPath();
  const past = useQuery(pastResultsQuery(testId));
  return (
    <QueryPanel query={past} skeleton={<Skeleton lines={1} />}>
      {(results) => (
        <ol aria-label={`Last ${results.length} results`} className="flex flex-wrap">
          {results.toReversed().map((result) => (
            <ResultMark
              key={result.runId}
              href={runPath({ runId: result.runId, test: testId })}
              mark={markOf(result.status, result.tryNumber !== undefined)}
              text={describe(result)}
              isCurrent={result.runId === runId}
            />
          ))}
        </ol>
      )}
    </QueryPanel>
  );
}

function describe({ status, tryNumber, startedAt, version }: PastResult): string {
  const when = formatDayMonthYearTime(startedAt) || 'not started';
  const tries = tryNumber === undefined ? '' : `, ${tryText(status, tryNumber)}`;
  return `${status}${tries}, ${when}${version === null ? '' : `, version ${version}`}`;
}
