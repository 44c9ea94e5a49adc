import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Square } from '../../../ui/icons.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusBadge } from '../TestStatusBadge.tsx';

interface RunPanelProps {
  run: TestRun;
  /** The title of the page has the spinner: two would say the same. */
  isTitleSpinning?: boolean;
  /** Button that gets the focus of Stop at the end of the run. */
  next?: RefObject<HTMLButtonElement | null>;
  onStop: () => void;
}

/** Details of a run, with a spinner and a stop button while it is running. */
export function RunPanel({ run, isTitleSpinning = false, next, onStop }: RunPanelProps) {
  const refusal = useRefusal(cancelTestRun);
  const isRunning = isUnfinished(run.status);
  // The Stop button keeps its space after the end, so that nothing moves.
  const [hasStop, setStop] = useState(isRunning);
  if (isRunning && !hasStop) setStop(true);
  const stop = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Focus moves on before the page takes it from the hidden button.
    if (!isRunning && document.activeElement === stop.current) next?.current?.focus({ preventScroll: true });
  }, [isRunning, next]);
  return (
    <Card
      title="Test run"
      actions={
        hasStop && (
          <span className="flex items-center gap-3">
            {isRunning && !isTitleSpinning && <Spinner size={16} label="Tests are running" />}
            <Button
              ref={stop}
              size="small"
              variant="destructive"
              style={isRunning ? undefined : { visibility: 'hidden' }}
              icon={<Square aria-hidden size={14} />}
              refusal={refusal}
              onClick={onStop}
            >
              Stop
            </Button>
          </span>
        )
      }
    >
      <RunFacts run={run} />
    </Card>
  );
}

const STRATEGIES: Record<TestRun['strategy'], string> = {
  EXECUTE_ALL: 'Run all tests',
  FAIL_ON_FIRST: 'Stop at the first failure',
};

/** Details of a run. The verdict counts its tests. */
function RunFacts({ run }: { run: TestRun }) {
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
