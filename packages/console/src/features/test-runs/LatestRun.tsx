import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RunTestsLink } from '../../layout/RunTestsLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CallError } from './CallError.tsx';
import { useRunSearch } from './run-search.ts';
import { testRunMessages } from './test-run-messages.ts';
import { keepRun, latestRunQuery } from './test-runs.queries.ts';

/** Chooses the latest run; says so where there is none. */
export function LatestRun() {
  const { change } = useRunSearch();
  const client = useQueryClient();
  const latest = useQuery(latestRunQuery());
  useEffect(() => {
    if (!latest.data) return;
    keepRun(client, latest.data);
    change({ runId: latest.data.runId }, true);
  });
  if (latest.isError) {
    return (
      <CallError
        error={latest.error}
        message={testRunMessages.lastRun}
        onRetry={() => void latest.refetch()}
      />
    );
  }
  if (latest.isPending || latest.data) return <Skeleton lines={8} label="Loading the latest test run" />;
  return (
    <Card>
      <EmptyState
        hint="No test runs yet. Run your tests to see results here."
        action={<RunTestsLink>Choose tests to run</RunTestsLink>}
      />
    </Card>
  );
}
