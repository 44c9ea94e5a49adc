import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Filter } from 'lucide-react';
import { useEffect, useId } from 'react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CallError } from './CallError.tsx';
import { RunSummary } from './RunSummary.tsx';
import { useRunSearch } from './run-search.ts';
import { SearchPanel } from './SearchPanel.tsx';
import { testRunMessages } from './test-run-messages.ts';
import { keepRun, latestRunQuery } from './test-runs.queries.ts';

/** Past runs: the latest is shown, others are found by their days. */
export function TestRunDashboardPage() {
  const { search, change } = useRunSearch();
  const client = useQueryClient();
  const panelId = useId();
  const isFilterOpen = search.filter === 'open';
  const latest = useQuery({ ...latestRunQuery(), enabled: search.runId === undefined });
  const latestRun = search.runId === undefined ? latest.data : undefined;
  useEffect(() => {
    if (!latestRun) return;
    keepRun(client, latestRun);
    change({ runId: latestRun.runId }, true);
  });

  return (
    <>
      <PageHeader
        title="Test Run Dashboard"
        actions={
          <>
            <Button
              icon={<Filter aria-hidden size={16} />}
              aria-expanded={isFilterOpen}
              aria-controls={panelId}
              onClick={() => change({ filter: isFilterOpen ? undefined : 'open' })}
            >
              Filter
            </Button>
            <AppLink href={paths.runTests()} className={buttonClass('primary')}>
              Run Tests
            </AppLink>
          </>
        }
      />
      <div
        className={classNames(
          'grid items-start gap-5',
          isFilterOpen && 'xl:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]',
        )}
      >
        <div id={panelId} hidden={!isFilterOpen} className="min-w-0">
          {isFilterOpen && <SearchPanel id={`${panelId}-form`} />}
        </div>
        <div className="min-w-0">
          {search.runId !== undefined ? (
            <RunSummary key={search.runId} runId={search.runId} />
          ) : latest.isError ? (
            <CallError
              error={latest.error}
              message={testRunMessages.lastRun}
              onRetry={() => void latest.refetch()}
            />
          ) : latest.isPending || latestRun ? (
            <Skeleton lines={8} label="Loading the latest test run" />
          ) : (
            <Card>
              <EmptyState
                hint="No test runs yet. Run your tests to see results here."
                action={
                  <AppLink href={paths.runTests()} className={buttonClass()}>
                    Choose tests to run
                  </AppLink>
                }
              />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
