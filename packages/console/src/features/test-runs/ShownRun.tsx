import type { TestRun } from '@atrium/contract/test-runs/test-run';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CallError } from './CallError.tsx';
import { RunSummary } from './RunSummary.tsx';
import { RunTestsLink } from './RunTestsLink.tsx';
import { testRunMessages } from './test-run-messages.ts';

interface ShownRunProps {
  /** The chosen run. */
  runId: string | undefined;
  /** Asked for while none is chosen. */
  latest: UseQueryResult<TestRun | undefined | null>;
}

/** The chosen run; until there is one, what becomes of the latest. */
export function ShownRun({ runId, latest }: ShownRunProps) {
  return runId !== undefined ? (
    <RunSummary key={runId} runId={runId} />
  ) : latest.isError ? (
    <CallError error={latest.error} message={testRunMessages.lastRun} onRetry={() => void latest.refetch()} />
  ) : latest.isPending || latest.data ? (
    <Skeleton lines={8} label="Loading the latest test run" />
  ) : (
    <Card>
      <EmptyState
        hint="No test runs yet. Run your tests to see results here."
        action={<RunTestsLink>Choose tests to run</RunTestsLink>}
      />
    </Card>
  );
}
