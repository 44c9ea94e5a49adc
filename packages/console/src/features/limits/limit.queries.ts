import { listLimits } from '@atrium/contract/limits/limits';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

const ASK_AGAIN_MS = 5_000;

/** What a service could not tell for a moment is asked again: a notice that is not there asks no one to reload the page. */
export const limitsQuery = () =>
  queryOptions({
    ...endpointQuery(listLimits, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ used }) => used === null) ? ASK_AGAIN_MS : false),
  });
