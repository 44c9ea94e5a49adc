import { findTestRuns, listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import { getTestRunChanges } from '@atrium/contract/test-runs/test-runs';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { onLiveEvent } from '../../../api/live-events.ts';
import { readAgain } from '../../../api/read-again.ts';
import { mergeChanges } from '../merge-changes.ts';
import { testRunQuery } from '../test-runs.queries.ts';

/** Reading and drawing take at most a fifth of the time: the tests may need the same processor. */
const REST_SHARE = 4;
/** A longer delay doesn't look live. */
const MAX_REST_MS = 1_000;

/** Returns a run, kept up to date by events and by polling every 10 s while it is active. */
export function useTestRun(runId: string) {
  const client = useQueryClient();
  const query = useQuery(testRunQuery(runId));
  const isRunning = query.data !== undefined && isUnfinished(query.data.status);
  useEffect(() => (isRunning ? followRun(client, runId) : undefined), [client, runId, isRunning]);
  return query;
}

/** Fetches changes on each progress event; one request at a time, with pauses if many tests take long to render. */
function followRun(client: QueryClient, runId: string): () => void {
  const { queryKey } = testRunQuery(runId);
  let isReading = false;
  let isMoved = false;
  let isStopped = false;

  async function readChanges(): Promise<void> {
    isMoved = true;
    if (isReading) return;
    isReading = true;
    while (isMoved && !isStopped) {
      isMoved = false;
      const since = client.getQueryData(queryKey)?.revision;
      if (since === undefined) break;
      const startedAt = performance.now();
      // When this fails, the next reading of the whole run finds out.
      const changes = await call(getTestRunChanges, { params: { runId }, query: { since } }).catch(
        () => null,
      );
      if (changes) client.setQueryData(queryKey, (run) => run && mergeChanges(run, changes));
      // Rendered in its own task.
      await wait(0);
      await wait(Math.min(MAX_REST_MS, REST_SHARE * (performance.now() - startedAt)));
    }
    isReading = false;
  }

  const stopListening = onLiveEvent(({ type, data }) => {
    const isThisRun = type === 'test-run' && (data as { runId?: unknown } | null)?.runId === runId;
    if (isThisRun || type === 'ready') void readChanges();
  });
  // Fetch the changes between the first read and the first event.
  void readChanges();
  return () => {
    isStopped = true;
    stopListening();
    // Lists of runs show the final status as well.
    void readAgain(client, [listRecentTestRuns, findTestRuns]);
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
