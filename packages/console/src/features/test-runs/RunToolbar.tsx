import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Plus, RotateCcw, Square } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Select } from '../../ui/Select.tsx';
import { CallError } from './CallError.tsx';
import { RunBar } from './RunBar.tsx';
import { saveReport } from './save-report.ts';
import { testRunMessages } from './test-run-messages.ts';
import { keepRun } from './test-runs.queries.ts';
import { toRerunRequest } from './test-selection.ts';

interface RunToolbarProps {
  run: TestRun;
  onBack: (() => void) | undefined;
  onStop: () => void;
  onNewRun: () => void;
  onStarted: (runId: string) => void;
}

/** How the run was started, and what can be done with it now. */
export function RunToolbar({ run, onBack, onStop, onNewRun, onStarted }: RunToolbarProps) {
  const client = useQueryClient();
  const { user } = useAuth();
  const isRunning = isUnfinished(run.status);
  const rerun = useChange({
    mutationFn: () => call(runTests, { body: toRerunRequest(run) }),
    onSuccess: (started) => {
      keepRun(client, started);
      onStarted(started.runId);
    },
  });
  const isOwn = run.userId === user?.userId;
  return (
    <>
      <RunBar onBack={onBack} stopsOnError={run.strategy === 'FAIL_ON_FIRST'}>
        <Select
          label="Run As"
          className="w-64 max-sm:w-full"
          options={[{ value: run.userId, label: isOwn ? `Myself (${run.userName})` : run.userName }]}
          value={run.userId}
          disabled
          onChange={() => {}}
        />
        {isRunning ? (
          <Button look="danger" icon={<Square aria-hidden size={16} />} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <>
            <Button look="primary" icon={<Plus aria-hidden size={16} />} onClick={onNewRun}>
              New Test Run
            </Button>
            {(run.counts.FAIL ?? 0) > 0 && (
              <Button
                icon={<RotateCcw aria-hidden size={16} />}
                isBusy={rerun.isPending}
                onClick={() => rerun.mutate()}
              >
                Rerun failed tests
              </Button>
            )}
          </>
        )}
        <span className="flex flex-wrap gap-2 sm:ml-auto">
          {!isRunning && (
            <Button
              look="quiet"
              icon={<Download aria-hidden size={16} />}
              onClick={() => void saveReport(run)}
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
      {rerun.isError && <CallError error={rerun.error} message={testRunMessages.run} />}
    </>
  );
}
