import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { Square } from 'lucide-react';
import { formatDuration } from '../../lib/format.ts';
import { formatDayMonthYearTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Fact, Facts } from './Facts.tsx';
import { TestStatusBadge } from './TestStatusBadge.tsx';

interface RunPanelProps {
  run: TestRun;
  onStop: () => void;
}

/** What a run is and how far it has come. */
export function RunPanel({ run, onStop }: RunPanelProps) {
  const isRunning = isUnfinished(run.status);
  const all = Object.values(run.counts).reduce((sum, count) => sum + count, 0);
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
        <Fact name="Strategy">{run.strategy}</Fact>
        <Fact name="Started at">{formatDayMonthYearTime(run.startedAt)}</Fact>
        <Fact name="Duration">{formatDuration(run.duration)}</Fact>
        <Fact name="Started tests">
          {run.startedTestsCount} of {all}
        </Fact>
        <Fact name="Finished tests">
          {run.finishedTestsCount} of {all}
        </Fact>
      </Facts>
    </Card>
  );
}
