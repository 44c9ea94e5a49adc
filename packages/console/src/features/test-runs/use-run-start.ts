import { errorDetails } from '@atrium/contract/api-error';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { findTestRuns, listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useChange } from '../../api/use-change.ts';
import { keepRun } from './run-of-this-visit.ts';

/** Starts a run of chosen tests. `runningId` names the run that is under way instead. */
export function useRunStart(
  toBody: () => EndpointRequest<typeof runTests>['body'],
  onStarted?: (runId: string) => void,
) {
  const client = useQueryClient();
  const start = useChange({
    mutationFn: () => call(runTests, { body: toBody() }),
    onSuccess: (run) => {
      keepRun(client, run);
      void readAgain(client, [listRecentTestRuns, findTestRuns]);
      onStarted?.(run.runId);
    },
  });
  const runningId = errorDetails<typeof runTests, 'conflict'>(start.error, 409)?.runId;
  return { start, runningId };
}
