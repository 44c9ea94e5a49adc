import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import type { RefObject } from 'react';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { Plus } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { DashboardLink } from './DashboardLink.tsx';
import { RetriesSelect } from './RetriesSelect.tsx';
import { RunBar } from './RunBar.tsx';

interface RunToolbarProps {
  run: TestRun;
  onBack: (() => void) | undefined;
  /** The button of a new run, after the end. */
  newRun: RefObject<HTMLButtonElement | null>;
  onNewRun: () => void;
}

/** Options of the run, and the button of a new run after its end. */
export function RunToolbar({ run, onBack, newRun, onNewRun }: RunToolbarProps) {
  const { user } = useAuth();
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
      {!isUnfinished(run.status) && (
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
      {!isNarrow && (
        <span className="ml-auto">
          <DashboardLink runId={run.runId} />
        </span>
      )}
    </RunBar>
  );
}
