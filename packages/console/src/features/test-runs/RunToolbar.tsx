import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { cancelTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import { Download, Plus, Square } from 'lucide-react';
import { useAuth } from '../../api/session.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Select } from '../../ui/Select.tsx';
import { RetriesSelect } from './RetriesSelect.tsx';
import { RunBar } from './RunBar.tsx';
import { useSaveReport } from './use-save-report.ts';

interface RunToolbarProps {
  run: TestRun;
  onBack: (() => void) | undefined;
  onStop: () => void;
  onNewRun: () => void;
}

/** How the run was started, and what can be done with it now. */
export function RunToolbar({ run, onBack, onStop, onNewRun }: RunToolbarProps) {
  const { user } = useAuth();
  const isRunning = isUnfinished(run.status);
  const mayNotStop = useRefusal(cancelTestRun);
  const mayNotRun = useRefusal(runTests);
  const report = useSaveReport();
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
      {isRunning ? (
        <Button look="danger" icon={<Square aria-hidden size={16} />} refusal={mayNotStop} onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button look="primary" icon={<Plus aria-hidden size={16} />} refusal={mayNotRun} onClick={onNewRun}>
          New Test Run
        </Button>
      )}
      <span className="flex flex-wrap gap-2 sm:ml-auto">
        {!isRunning && (
          <Button
            look="quiet"
            icon={<Download aria-hidden size={16} />}
            isBusy={report.isPending}
            onClick={() => report.mutate(run)}
          >
            Download JUnit XML
          </Button>
        )}
        <AppLink
          href={paths.testRunnerDashboard({ runId: run.runId })}
          className={buttonClass('quiet', 'medium')}
        >
          Test Run Dashboard
        </AppLink>
      </span>
    </RunBar>
  );
}
