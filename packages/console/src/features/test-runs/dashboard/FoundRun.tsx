import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CallError } from '../CallError.tsx';
import { RunTestsLink } from '../RunTestsLink.tsx';
import { RunSummary } from '../run/RunSummary.tsx';
import { keepRun, latestRunQuery, useRunOfThisVisit } from '../run-of-this-visit.ts';
import { useRunSearch } from '../run-search.ts';
import { testRunMessages } from '../test-run-messages.ts';
import { useFocusAfterRunChange } from '../use-focus-after-run-change.ts';
import { SearchPanel } from './SearchPanel.tsx';

interface FoundRunProps {
  /** Id of the search panel. */
  id: string;
}

/** The run that is shown, beside the panel that finds others. */
export function FoundRun({ id }: FoundRunProps) {
  const { search } = useRunSearch();
  useFocusAfterRunChange(search.runId);
  const isFilterOpen = search.filter === 'open';
  return (
    <div
      className={classNames(
        'grid items-start gap-5',
        isFilterOpen && 'xl:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]',
      )}
    >
      <div id={id} hidden={!isFilterOpen} className="min-w-0">
        {isFilterOpen && <SearchPanel id={`${id}-form`} />}
      </div>
      <div className="min-w-0">
        {search.runId === undefined ? <LatestRun /> : <RunSummary key={search.runId} runId={search.runId} />}
      </div>
    </div>
  );
}

/** Selects the latest run, or shows an empty state. */
function LatestRun() {
  const { change } = useRunSearch();
  const client = useQueryClient();
  const latest = useRunOfThisVisit(latestRunQuery());
  useEffect(() => {
    if (!latest.run) return;
    keepRun(client, latest.run);
    change({ runId: latest.run.runId }, true);
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
  if (latest.run !== null) return <Skeleton lines={8} label="Loading the latest test run" />;
  return (
    <Card>
      <EmptyState
        title="No test runs yet"
        hint="Run your tests to see results here."
        action={<RunTestsLink>Choose tests to run</RunTestsLink>}
      />
    </Card>
  );
}
