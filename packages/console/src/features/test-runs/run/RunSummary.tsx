import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CallError } from '../CallError.tsx';
import { FailureGroups } from '../findings/FailureGroups.tsx';
import { groupFailures } from '../findings/failure-groups.ts';
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

/** Renders a run on the dashboard: tests by status, details, and the tests themselves. */
export function RunSummary({ runId }: RunSummaryProps) {
  const run = useTestRun(runId);
  // Deferred, so that thousands of rows don't block the small parts and the input.
  const shown = useDeferredValue(run.data, undefined);
  const [cancelTarget, setCancelTarget] = useState<CancelTarget | undefined>();
  const handleCancelTest = useCallback((test: Test) => setCancelTarget(test), []);
  const outcome = shown ?? run.data;
  const groups = useMemo(() => (outcome ? groupFailures(outcome) : []), [outcome]);
  const failure = run.isError && (
    <CallError error={run.error} message={testRunMessages.lastRun} onRetry={() => void run.refetch()} />
  );
  if (!run.data || !outcome) return failure || <Skeleton lines={8} label="Loading the test run" />;
  const isRunning = isUnfinished(run.data.status);
  return (
    <>
      {/* A failed refetch matters only for an active run: its progress is outdated, an ended run doesn't change. */}
      {isRunning && failure}
      <RunFindings run={outcome} groups={groups} />
      <div className="flex flex-col">
        {/* In a narrow layout, failures precede the details. */}
        <div className="mb-4 grid items-stretch gap-4 max-md:order-last md:grid-cols-2">
          <Card title="Tests by status">
            <StatusPie counts={run.data.counts} />
          </Card>
          <RunPanel run={run.data} onStop={() => setCancelTarget('run')} />
        </div>
        <FailureGroups run={outcome} groups={groups} />
      </div>
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
