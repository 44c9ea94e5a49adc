import { listCollectionCosts } from '@atrium/contract/billing/function-costs';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { COUNTED_DAYS } from '../functions/function.queries.ts';

// Keep `select` functions at module level; otherwise TanStack Query re-runs them on every render.
const byCollection = ({ collections, ...rest }: EndpointResponse<typeof listCollectionCosts>) => ({
  ...rest,
  byCollection: new Map(collections.map((each) => [each.collection, each])),
});

/** Usage of the collections in the last days and its cost, by collection. */
export const collectionCostsQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listCollectionCosts, { query: { serviceId, days: COUNTED_DAYS } }),
    staleTime: 0,
    select: byCollection,
  });
