import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Square } from '../../../ui/icons.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { RunFacts } from './RunFacts.tsx';

interface RunPanelProps {
  run: TestRun;
  onStop: () => void;
}

/** Details of a run on the dashboard, with a spinner and a stop button while it is running. */
export function RunPanel({ run, onStop }: RunPanelProps) {
  const refusal = useRefusal(cancelTestRun);
  return (
    <Card
      title="Test run"
      actions={
        isUnfinished(run.status) && (
          <>
            <Spinner size={16} label="Tests are running" />
            <Button
              size="small"
              variant="destructive"
              icon={<Square aria-hidden size={14} />}
              refusal={refusal}
              onClick={onStop}
            >
              Stop
            </Button>
          </>
        )
      }
    >
      <RunFacts run={run} />
    </Card>
  );
}
