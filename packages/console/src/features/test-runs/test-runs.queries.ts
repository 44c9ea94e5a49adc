import { listChildren } from '@atrium/contract/accounts/children';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { listServices } from '@atrium/contract/services/service';
import { findTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import { getTestDetails, listPastResults } from '@atrium/contract/test-runs/test-results';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getTestRun, listTests } from '@atrium/contract/test-runs/test-runs';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { keepUnchanged } from './merge-changes.ts';

/** Polling interval of an active run without events. */
export const TEST_RUN_POLL_MS = 10_000;

/** Polling interval of an unfinished test: there is no event for the end of a single test. */
const UNFINISHED_TEST_POLL_MS = 2000;

/** Tests change with every submit: the list is read whenever it is shown. */
export const testListQuery = () => queryOptions({ ...endpointQuery(listTests, {}), staleTime: 0 });

/** A run, polled every 10 s while it is active. */
export const testRunQuery = (runId: string) =>
  queryOptions({
    ...endpointQuery(getTestRun, { params: { runId } }),
    // In place of a comparison of everything with everything, which takes too long for thousands of tests.
    structuralSharing: (before, now) =>
      before === undefined ? now : keepUnchanged(before as TestRun, now as TestRun),
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data.status) ? TEST_RUN_POLL_MS : false),
  });

export function reloadRun(client: QueryClient, runId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: endpointKey(getTestRun, { params: { runId } }) });
}

export const foundRunsQuery = (fromDate: string, toDate: string) =>
  queryOptions({
    ...endpointQuery(findTestRuns, { body: { fromDate, toDate } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => isUnfinished(status)) ? TEST_RUN_POLL_MS : false,
  });

/** Refetched until the test has ended. */
export const testDetailsQuery = (runId: string, id: string) =>
  queryOptions({
    ...endpointQuery(getTestDetails, { params: { runId }, query: { id } }),
    staleTime: ({ state: { data } }) => (data && !isUnfinished(data.status) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state: { data } }) =>
      data && isUnfinished(data.status) ? UNFINISHED_TEST_POLL_MS : false,
  });

export const pastResultsQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(listPastResults, { query: { id } }),
    staleTime: 0,
  });

export const childUsersQuery = () => endpointQuery(listChildren, {});
export const servicesQuery = () => endpointQuery(listServices, {});
