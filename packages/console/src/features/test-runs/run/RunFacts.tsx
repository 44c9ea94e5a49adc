import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusBadge } from '../TestStatusBadge.tsx';

const STRATEGIES: Record<TestRun['strategy'], string> = {
  EXECUTE_ALL: 'Run all tests',
  FAIL_ON_FIRST: 'Stop at the first failure',
};

/** Details of a run. The verdict counts its tests. */
export function RunFacts({ run }: { run: TestRun }) {
  return (
    <Facts>
      <Fact name="Status">
        <TestStatusBadge status={run.status} />
      </Fact>
      <Fact name="Run As">{run.userName}</Fact>
      {run.isTimetabled && <Fact name="Started by">The timetable</Fact>}
      <Fact name="Strategy">{STRATEGIES[run.strategy]}</Fact>
      {run.retries > 0 && (
        <Fact name="Retries">
          Up to {run.retries} per failed test; {run.passedOnRetry} passed on a retry
        </Fact>
      )}
      <Fact name="Started at">{formatDayMonthYearTime(run.startedAt)}</Fact>
      <Fact name="Duration">
        <TestDuration ms={run.duration} />
      </Fact>
      <Fact name="Run ID" isWide>
        <code className="font-mono text-xs break-all select-all">{run.runId}</code>
      </Fact>
    </Facts>
  );
}
