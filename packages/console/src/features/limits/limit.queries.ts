import { listLimits } from '@atrium/contract/limits/limits';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

const ASK_AGAIN_MS = 5_000;

/** Polls limits that a service could not report: a missing notice offers no reload. */
export const limitsQuery = () =>
  queryOptions({
    ...endpointQuery(listLimits, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ used }) => used === null) ? ASK_AGAIN_MS : false),
  });
