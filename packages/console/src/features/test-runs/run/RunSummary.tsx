import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import { useCallback, useDeferredValue, useState } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CallError } from '../CallError.tsx';
import { RunFindings } from '../findings/RunFindings.tsx';
import { testRunMessages } from '../test-run-messages.ts';
import { CancelQuestion, type CancelTarget } from './CancelQuestion.tsx';
import { RunPanel } from './RunPanel.tsx';
import { RunTests } from './RunTests.tsx';
import { StatusPie } from './StatusPie.tsx';
import { useTestRun } from './use-test-run.ts';

interface RunSummaryProps {
  runId: string;
}

/** One run on the dashboard: its tests by status, what it was, and the tests themselves. */
export function RunSummary({ runId }: RunSummaryProps) {
  const run = useTestRun(runId);
  // Thousands of rows are drawn a little at a time, after what is small and while the page stays usable.
  const shown = useDeferredValue(run.data, undefined);
  const [cancelTarget, setCancelTarget] = useState<CancelTarget | undefined>();
  const handleCancelTest = useCallback((test: Test) => setCancelTarget(test), []);
  const failure = run.isError && (
    <CallError error={run.error} message={testRunMessages.lastRun} onRetry={() => void run.refetch()} />
  );
  if (!run.data) return failure || <Skeleton lines={8} label="Loading the test run" />;
  const isRunning = isUnfinished(run.data.status);
  return (
    <>
      {/* One that has ended is as it was; of one that runs it is not known any more how far it is. */}
      {isRunning && failure}
      <RunFindings run={shown ?? run.data}>
        <div className="mb-4 grid items-stretch gap-4 md:grid-cols-2">
          <Card title="Tests by status">
            <StatusPie counts={run.data.counts} />
          </Card>
          <RunPanel run={run.data} onStop={() => setCancelTarget('run')} />
        </div>
      </RunFindings>
      {shown ? (
        <RunTests mode="dashboard" run={shown} onCancel={handleCancelTest} />
      ) : (
        <Skeleton lines={8} label="Loading the tests" />
      )}
      <CancelQuestion
        runId={runId}
        isRunning={isRunning}
        target={cancelTarget}
        onClose={() => setCancelTarget(undefined)}
      />
    </>
  );
}
