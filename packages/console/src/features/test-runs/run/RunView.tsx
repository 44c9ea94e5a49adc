import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { CallError } from '../CallError.tsx';
import { FailureGroups } from '../findings/FailureGroups.tsx';
import { groupFailures } from '../findings/failure-groups.ts';
import { RunFindings } from '../findings/RunFindings.tsx';
import { useRunSearch } from '../run-search.ts';
import { testRunMessages } from '../test-run-messages.ts';
import { CancelQuestion, type CancelTarget } from './CancelQuestion.tsx';
import { DashboardLink } from './DashboardLink.tsx';
import { RunPanel } from './RunPanel.tsx';
import { RunTests } from './RunTests.tsx';
import { RunToolbar } from './RunToolbar.tsx';
import { SubmitReturnNotice } from './SubmitReturnNotice.tsx';
import { useTestRun } from './use-test-run.ts';

interface RunViewProps {
  runId: string;
  isEmbedded: boolean;
  onBack: (() => void) | undefined;
}

/** A run in the runner: while it is running and after its end. */
export function RunView({ runId, isEmbedded, onBack }: RunViewProps) {
  const { change } = useRunSearch();
  const isNarrow = useIsNarrow();
  const run = useTestRun(runId);
  // Deferred, so that thousands of rows don't block the small parts and the input.
  const shown = useDeferredValue(run.data, undefined);
  const [cancelTarget, setCancelTarget] = useState<CancelTarget | undefined>();
  const handleCancelTest = useCallback((test: Test) => setCancelTarget(test), []);
  const outcome = shown ?? run.data;
  const groups = useMemo(() => (outcome ? groupFailures(outcome) : []), [outcome]);
  const isRunning = run.data !== undefined && isUnfinished(run.data.status);
  const showNewRun = () => change({ runId: undefined, test: undefined, with: undefined });
  const newRun = useRef<HTMLButtonElement>(null);
  // While a run is watched, nothing changes places.
  const [isWatched, setWatched] = useState(false);
  if (isRunning && !isWatched) setWatched(true);

  return (
    <>
      <div className="flex flex-col">
        {!isEmbedded && (
          <PageHeader
            title={
              <span className="flex items-center gap-3">
                Run Tests {isRunning && <Spinner label="Tests are running" />}
              </span>
            }
          />
        )}
        {run.isError && (
          <CallError
            error={run.error}
            message={testRunMessages.currentRun}
            onRetry={() => void run.refetch()}
            actions={
              <AppLink href={paths.runTests()} className="link self-center">
                New Test Run
              </AppLink>
            }
          />
        )}
        {run.isPending && <Skeleton lines={8} label="Loading the test run" />}
        <SubmitReturnNotice runId={runId} />
        {run.data && outcome && (
          <>
            <RunToolbar run={run.data} onBack={onBack} newRun={newRun} onNewRun={showNewRun} />
            <RunFindings run={outcome} groups={groups} />
            {/* In a narrow layout, failures precede the details. */}
            <div className={classNames('mb-4', !isWatched && 'max-md:order-last')}>
              <RunPanel
                run={run.data}
                isTitleSpinning={!isEmbedded}
                next={newRun}
                onStop={() => setCancelTarget('run')}
              />
              {isNarrow && <DashboardLink runId={runId} />}
            </div>
          </>
        )}
        {outcome && <FailureGroups run={outcome} groups={groups} />}
      </div>
      {run.data &&
        (shown ? (
          <RunTests mode="run" run={shown} onCancel={handleCancelTest} />
        ) : (
          <Skeleton lines={8} label="Loading the tests" />
        ))}
      <CancelQuestion
        runId={runId}
        isRunning={isRunning}
        target={cancelTarget}
        onClose={() => setCancelTarget(undefined)}
      />
    </>
  );
}
