import { endpointKey } from '@atrium/contract/endpoint-key';
import { listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { getRunEstimate, listRunFailures } from '@atrium/contract/test-runs/run-history';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import { getTestHistory } from '@atrium/contract/test-runs/test-history';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { TEST_RUN_POLL_MS } from './test-runs.queries.ts';

const RECENT_RUNS = 30;

/** Latest runs of any day, page by page, newest first. */
export const recentRunsQuery = () =>
  infiniteQueryOptions({
    queryKey: endpointKey(listRecentTestRuns),
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === '' ? {} : { before: pageParam };
      return call(listRecentTestRuns, { query: { size: String(RECENT_RUNS), ...before } }, { signal });
    },
    initialPageParam: '',
    // A run that is running gets another mark when it has ended.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.some(({ status }) => isUnfinished(status)) ? TEST_RUN_POLL_MS : false,
    getNextPageParam: (page) => (page.length < RECENT_RUNS ? undefined : page.at(-1)?.runId),
    staleTime: 0,
  });

export const testHistoryQuery = () => queryOptions({ ...endpointQuery(getTestHistory, {}), staleTime: 0 });

/** Start of a run's failures; refetched when another test fails. */
export const runFailuresQuery = (runId: string, failed: number) =>
  queryOptions({
    ...endpointQuery(listRunFailures, { params: { runId } }),
    queryKey: [...endpointKey(listRunFailures, { params: { runId } }), failed],
    placeholderData: keepPreviousData,
  });

export const runEstimateQuery = (runId: string) =>
  queryOptions({ ...endpointQuery(getRunEstimate, { params: { runId } }), staleTime: Infinity });
