import { getNamedVersion } from '@atrium/contract/configuration/versions';
import {
  type ChangeSearch,
  cancelChangeSearch,
  findChange,
  getChangeSearch,
} from '@atrium/contract/test-runs/change-search';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useServiceName } from '../../../layout/use-service-name.ts';
import { namedVersionQuery } from '../../../layout/version.queries.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { refuse } from '../../../ui/refusal.ts';
import { UndoVersionButton } from '../UndoVersionButton.tsx';
import { useHasRun } from '../use-has-run.ts';
import { changeSearchText } from './change-search-text.ts';

/** While a search runs; each of its runs takes longer. */
const READ_AGAIN_MS = 1000;

/** Searches for the version that broke a test and shows the result. The search continues without the page. */
export function ChangeSearchView({ runId, testId }: { runId: string; testId: string }) {
  const client = useQueryClient();
  const query = endpointQuery(getChangeSearch, { params: { runId }, query: { id: testId } });
  const { data: search } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? READ_AGAIN_MS : false),
  });
  const request = { params: { runId }, body: { id: testId } };
  const onSuccess = () => client.invalidateQueries({ queryKey: query.queryKey });
  const starting = useChange({ mutationFn: () => call(findChange, request), onSuccess });
  const canceling = useChange({ mutationFn: () => call(cancelChangeSearch, request), onSuccess });
  const refusal = useRefusal(findChange);
  const cancelRefusal = useRefusal(cancelChangeSearch);
  const isRunning = search?.status === 'RUNNING';
  const hasRun = useHasRun(isRunning);
  return (
    <section className="flex flex-col items-start gap-2">
      <div aria-live="polite" className="grid gap-1">
        {search && changeSearchText(search)}
        {search?.found && <FoundChange found={search.found} />}
      </div>
      <span className="flex flex-wrap gap-2">
        <Button
          size="small"
          isBusy={starting.isPending || isRunning}
          refusal={refusal}
          onClick={() => starting.mutate()}
        >
          {search ? 'Find the change again' : 'Find the change'}
        </Button>
        {hasRun && (
          <Button
            size="small"
            isBusy={canceling.isPending}
            refusal={isRunning ? cancelRefusal : refuse('The search has ended.')}
            onClick={() => canceling.mutate()}
          >
            Cancel search
          </Button>
        )}
      </span>
      <ErrorDialog error={starting.error} onClose={starting.reset} />
      <ErrorDialog error={canceling.error} onClose={canceling.reset} />
    </section>
  );
}

/** Version that broke a test, with its author and changes. */
function FoundChange({ found }: { found: NonNullable<ChangeSearch['found']> }) {
  const { serviceId, version, before, ranBefore, isConfirmed } = found;
  const nameOf = useServiceName();
  const maySee = useRefusal(getNamedVersion) === undefined;
  const named = useQuery({ ...namedVersionQuery(serviceId, version), enabled: maySee }).data;
  return (
    <>
      <p>
        <strong>
          Version {version} of {nameOf(serviceId)} broke it
        </strong>
        {named && `: ${[named.user, formatDayMonthYearTime(named.createdOn)].filter(Boolean).join(', ')}`}
        {named?.commitSha && (
          <>
            , commit <code className="font-mono text-xs">{named.commitSha.slice(0, 10)}</code>
          </>
        )}
        {named?.message && `, “${named.message}”`}.{' '}
        {ranBefore ? `It passes with version ${before}.` : `With version ${before} the test did not run.`}
        {!isConfirmed && ' Each was tried once.'}
      </p>
      <p>
        {maySee && (
          <AppLink
            className="link"
            href={paths.service(serviceId, { tab: 'versions', changes: `${before}-${version}` })}
          >
            What version {version} changed
          </AppLink>
        )}
        <UndoVersionButton before={maySee && ' · '} serviceId={serviceId} to={version} />
      </p>
    </>
  );
}
