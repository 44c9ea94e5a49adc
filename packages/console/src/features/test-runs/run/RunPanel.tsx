import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Card } from '../../../ui/Card.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Square } from '../../../ui/icons.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { progressOf } from '../run-counts.ts';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusBadge } from '../TestStatusBadge.tsx';

interface RunPanelProps {
  run: TestRun;
  onStop: () => void;
}

const STRATEGIES: Record<TestRun['strategy'], string> = {
  EXECUTE_ALL: 'Run all tests',
  FAIL_ON_FIRST: 'Stop at the first failure',
};

/** Details and progress of a run. */
export function RunPanel({ run, onStop }: RunPanelProps) {
  const isRunning = isUnfinished(run.status);
  const refusal = useRefusal(cancelTestRun);
  const { total } = progressOf(run);
  return (
    <Card title="Test run">
      <Facts>
        <Fact name="Status">
          <span className="inline-flex items-center gap-2">
            <TestStatusBadge status={run.status} />
            {isRunning && (
              <>
                <Spinner size={16} label="Tests are running" />
                <IconButton
                  label="Stop the test run"
                  className="-my-2"
                  icon={<Square aria-hidden size={16} />}
                  refusal={refusal}
                  onClick={onStop}
                />
              </>
            )}
          </span>
        </Fact>
        <Fact name="Run ID">
          <code className="font-mono text-xs break-all select-all">{run.runId}</code>
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
        <Fact name="Started tests">
          {run.startedTestsCount} of {total}
        </Fact>
        <Fact name="Finished tests">
          {run.finishedTestsCount} of {total}
        </Fact>
      </Facts>
    </Card>
  );
}
