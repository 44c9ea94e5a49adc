import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Square } from '../../../ui/icons.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { RunFacts } from './RunFacts.tsx';

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
