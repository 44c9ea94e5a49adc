import { errorDetails } from '@atrium/contract/api-error';
import { fromTestId, type Test } from '@atrium/contract/test-runs/test';
import type { RunnableTests } from '@atrium/contract/test-runs/test-run';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAuth } from '../../../api/session.ts';
import { useChange } from '../../../api/use-change.ts';
import { Help } from '../../../layout/Help.tsx';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Play } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useStandingError } from '../../../ui/use-standing-error.ts';
import { useTextSearch } from '../../../ui/use-text-search.ts';
import { CallError } from '../CallError.tsx';
import { RetriesSelect } from '../run/RetriesSelect.tsx';
import { RunBar } from '../run/RunBar.tsx';
import { ServiceTestsSection } from '../run/ServiceTestsSection.tsx';
import { TestSearchField } from '../run/TestSearchField.tsx';
import { keepRun } from '../run-of-this-visit.ts';
import { useRunSearch } from '../run-search.ts';
import { testRunMessages } from '../test-run-messages.ts';
import { childUsersQuery, testListQuery } from '../test-runs.queries.ts';
import { onlyOf, type Selection, selectAll, toRequest, withTests } from '../test-selection.ts';

interface SelectTestsProps {
  onStarted: (runId: string) => void;
  onBack?: (() => void) | undefined;
}

/** Select mode: which tests to run, as whom, and whether to continue after a failure. */
export function SelectTests({ onStarted, onBack }: SelectTestsProps) {
  const client = useQueryClient();
  const { user } = useAuth();
  const list = useQuery(testListQuery());
  const children = useQuery(childUsersQuery());
  const childrenError = useStandingError(children);
  const [chosen, setChosen] = useState<Selection | undefined>();
  const [stopsOnError, setStopsOnError] = useState(false);
  const [retries, setRetries] = useState(0);
  const [userId, setUserId] = useState('');
  // The address of a test that has never run leads here.
  const test = useRunSearch().search.test;
  const [search, setSearch] = useState(test === undefined ? '' : fromTestId(test).idInService);
  const all = useMemo(() => selectAll(list.data?.servicesTests ?? []), [list.data]);
  const selection = useMemo(() => (chosen ? onlyOf(chosen, all) : all), [chosen, all]);
  const start = useChange({
    mutationFn: (run: RunnableTests) =>
      call(runTests, { body: toRequest(run, selection, { stopsOnError, retries, userId }) }),
    onSuccess: (run) => {
      keepRun(client, run);
      onStarted(run.runId);
    },
  });
  const { runId: runningId, unknown } = errorDetails<typeof runTests, 'conflict'>(start.error, 409) ?? {};
  const handleReload = () => {
    start.reset();
    void list.refetch();
  };
  const { matches: isFound, error } = useTextSearch(search, () =>
    (list.data?.servicesTests ?? []).flatMap(({ tests }) => tests.map(({ fullPath }) => fullPath)),
  );
  const matches = useMemo(() => (test: Test) => isFound(test.fullPath), [isFound]);
  const shown = useMemo(
    () => (list.data?.servicesTests ?? []).flatMap(({ tests }) => tests.filter(matches)),
    [list.data, matches],
  );

  return (
    <>
      <RunBar onBack={onBack} stopsOnError={stopsOnError} onStopsOnError={setStopsOnError}>
        <Select
          label="Run As"
          className="w-64 max-sm:w-full"
          placeholder={user ? `Myself (${user.username})` : 'Myself'}
          options={(children.data ?? [])
            .filter(({ isConfirmed }) => isConfirmed)
            .map((child) => ({ value: child.userId, label: child.username }))}
          value={userId}
          onChange={(event) => setUserId(event.target.value)}
        />
        <RetriesSelect value={retries} onChange={setRetries} />
        <Button
          variant="primary"
          icon={<Play aria-hidden size={16} />}
          isBusy={start.isPending}
          disabled={!list.data || selection.size === 0}
          onClick={() => list.data && start.mutate(list.data)}
        >
          Run
        </Button>
      </RunBar>
      {children.data === undefined && childrenError !== null && (
        <ErrorAlert
          error={childrenError}
          title="Could not load the child users that tests can run as."
          onRetry={() => void children.refetch()}
          isRetrying={children.isFetching}
          className="mb-4"
        />
      )}
      <div className="mb-4 grid max-w-prose gap-1 text-sm text-ink-soft">
        <p>
          <Help topic="testRuns" />
        </p>
        <p>
          <Help topic="retries" />
        </p>
      </div>
      {start.isError && (
        <CallError
          error={start.error}
          message={testRunMessages.run}
          actions={
            typeof runningId === 'string' ? (
              <Button size="small" onClick={() => onStarted(runningId)}>
                Show the running tests
              </Button>
            ) : (
              unknown !== undefined && (
                <Button size="small" onClick={handleReload}>
                  Load the list of tests again
                </Button>
              )
            )
          }
        />
      )}
      {list.isError && (
        <CallError error={list.error} message={testRunMessages.list} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Skeleton lines={8} label="Loading tests" />}
      {list.data && (
        <>
          <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
            <TestSearchField value={search} error={error} onChange={setSearch} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <p role="status" className="tabular text-ink-soft">
                {selection.size} of {all.size} tests selected
              </p>
              <Button size="small" onClick={() => setChosen(withTests(selection, shown, true))}>
                Select all
              </Button>
              <Button size="small" onClick={() => setChosen(withTests(selection, shown, false))}>
                Select none
              </Button>
            </div>
          </div>
          {list.data.servicesTests.length === 0 && (
            <EmptyState
              title="No tests"
              hint="Tests are files in the folder tests of a service's configuration."
              action={
                <AppLink href={paths.gitPull()} className={buttonClass()}>
                  Pull from git
                </AppLink>
              }
            />
          )}
          <div className="grid gap-4">
            {list.data.servicesTests.map((group) => (
              <ServiceTestsSection
                key={group.serviceId}
                mode="select"
                group={group}
                matches={matches}
                selection={selection}
                onSelect={(tests, isChosen) => setChosen(withTests(selection, tests, isChosen))}
                onShowAll={() => setSearch('')}
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}
