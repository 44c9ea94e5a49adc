import { endpointKey } from '@atrium/contract/endpoint-key';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getCurrentTestRun, getLatestTestRun, getTestRun } from '@atrium/contract/test-runs/test-runs';
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { AHEAD_MS, useReadAhead } from '../../api/read-ahead.ts';
import { queryClient } from '../../layout/WithQueries.tsx';

/** For an address that names no run. Read anew by each visit: the answer to an earlier one would lead to an older run. */
const ofThisVisit = { staleTime: AHEAD_MS, gcTime: AHEAD_MS };

/** Fetched once: a run started by another user must not replace the current selection. */
export const currentRunQuery = () =>
  queryOptions({
    ...endpointQuery(getCurrentTestRun, {}),
    ...ofThisVisit,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
export const latestRunQuery = () => queryOptions({ ...endpointQuery(getLatestTestRun, {}), ...ofThisVisit });

/** Reads the run of a page whose link is pointed at, unless the page is shown. */
async function readAhead<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
): Promise<void> {
  const client = queryClient();
  if (client.getQueryCache().find({ queryKey: query.queryKey })?.isActive()) return;
  await client.prefetchQuery(query);
}
export const readCurrentRun = () => readAhead(currentRunQuery());
export const readLatestRun = () => readAhead(latestRunQuery());

/** The run, read by this visit or ahead of it; undefined until then. */
export function useRunOfThisVisit<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
) {
  const { data, isStale, isFetchedAfterMount, isError, error, refetch } = useQuery(query);
  const [isAhead] = useState(data !== undefined && !isStale);
  useReadAhead([query]);
  const isOfThisVisit = isAhead || isFetchedAfterMount;
  return { run: isOfThisVisit ? data : undefined, isError, error, refetch };
}

/** Keeps the newest run. Answers that led to the one before are forgotten. */
export function keepRun(client: QueryClient, run: TestRun): void {
  client.setQueryData(endpointKey(getTestRun, { params: { runId: run.runId } }), run);
  for (const { queryKey } of [currentRunQuery(), latestRunQuery()])
    client.removeQueries({ queryKey, type: 'inactive' });
}
