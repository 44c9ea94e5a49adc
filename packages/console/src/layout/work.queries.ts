import { listWork } from '@atrium/contract/work/work';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

/** Poll interval: searches report no progress, and the event of a run's end may precede the list's update. */
const ASK_AGAIN_MS = 3_000;

/** Recent work of the user; polled while some of it runs. */
export const workQuery = () =>
  queryOptions({
    ...endpointQuery(listWork, {}),
    // Nothing on the page waits for it.
    queryFn: ({ signal }) => call(listWork, {}, { signal, priority: 'low' }),
    refetchInterval: ({ state }) =>
      state.data?.work.some((one) => one.state === 'RUNNING') ? ASK_AGAIN_MS : false,
  });
