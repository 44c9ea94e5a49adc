import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { cancelTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import { useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { Plus, Square } from '../../../ui/icons.ts';
import { refuse } from '../../../ui/refusal.ts';
import { Select } from '../../../ui/Select.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { useHasRun } from '../use-has-run.ts';
import { DashboardLink } from './DashboardLink.tsx';
import { RetriesSelect } from './RetriesSelect.tsx';
import { RunBar } from './RunBar.tsx';

interface RunToolbarProps {
  run: TestRun;
  onBack: (() => void) | undefined;
  onStop: () => void;
  onNewRun: () => void;
}

/** Start of the run, and its actions. */
export function RunToolbar({ run, onBack, onStop, onNewRun }: RunToolbarProps) {
  const { user } = useAuth();
  const isRunning = isUnfinished(run.status);
  const hasRun = useHasRun(isRunning);
  const [hasFocus, setFocus] = useState(false);
  const mayNotStop = useRefusal(cancelTestRun);
  const mayNotRun = useRefusal(runTests);
  // In a narrow layout the action is below the verdict.
  const isNarrow = useIsNarrow();
  const isOwn = run.userId === user?.userId;
  return (
    <RunBar onBack={onBack} stopsOnError={run.strategy === 'FAIL_ON_FIRST'}>
      <Select
        label="Run As"
        className="w-64 max-sm:w-full"
        options={[{ value: run.userId, label: isOwn ? `Myself (${run.userName})` : run.userName }]}
        value={run.userId}
        disabled
        onChange={() => {}}
      />
      {run.retries > 0 && <RetriesSelect value={run.retries} />}
      {hasRun && (
        <Button
          variant="danger"
          // After the end only its space remains, so that no other button moves under the pointer or focus.
          style={isRunning || hasFocus ? undefined : { visibility: 'hidden' }}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          icon={<Square aria-hidden size={16} />}
          refusal={isRunning ? mayNotStop : refuse('The run has ended.')}
          onClick={onStop}
        >
          Stop
        </Button>
      )}
      {!isRunning && (
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          refusal={mayNotRun}
          onClick={onNewRun}
        >
          New Test Run
        </Button>
      )}
      {!isNarrow && (
        <span className="ml-auto">
          <DashboardLink runId={run.runId} />
        </span>
      )}
    </RunBar>
  );
}
