import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { cancelTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import { useLayoutEffect, useRef, useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { Plus, Square } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { UsedArea } from '../../../ui/UsedArea.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
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
  const [isUsed, setUsed] = useState(false);
  // The Stop button keeps its space after the end until the pointer leaves, so that no other button moves under it.
  const [hasStop, setStop] = useState(isRunning);
  if (isRunning !== hasStop && (isRunning || !isUsed)) setStop(isRunning);
  const stop = useRef<HTMLButtonElement>(null);
  const newRun = useRef<HTMLButtonElement>(null);
  const mayNotStop = useRefusal(cancelTestRun);
  const mayNotRun = useRefusal(runTests);
  // In a narrow layout the action is below the verdict.
  const isNarrow = useIsNarrow();
  const isOwn = run.userId === user?.userId;
  useLayoutEffect(() => {
    // Focus moves on before the page takes it from the hidden button.
    if (!isRunning && document.activeElement === stop.current) newRun.current?.focus({ preventScroll: true });
  }, [isRunning]);
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
      <UsedArea className="flex flex-wrap gap-3" onUse={setUsed}>
        {hasStop && (
          <Button
            ref={stop}
            variant="destructive"
            style={isRunning ? undefined : { visibility: 'hidden' }}
            icon={<Square aria-hidden size={16} />}
            refusal={mayNotStop}
            onClick={onStop}
          >
            Stop
          </Button>
        )}
        {!isRunning && (
          <Button
            ref={newRun}
            variant="primary"
            icon={<Plus aria-hidden size={16} />}
            refusal={mayNotRun}
            onClick={onNewRun}
          >
            New Test Run
          </Button>
        )}
      </UsedArea>
      {!isNarrow && (
        <span className="ml-auto">
          <DashboardLink runId={run.runId} />
        </span>
      )}
    </RunBar>
  );
}
