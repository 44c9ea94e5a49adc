import { listCollectionCosts } from '@atrium/contract/billing/function-costs';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { COUNTED_DAYS } from '../functions/function.queries.ts';

// What is selected stays the same until what was read changes only if the function that selects it does.
const byCollection = ({ collections, ...rest }: EndpointResponse<typeof listCollectionCosts>) => ({
  ...rest,
  byCollection: new Map(collections.map((each) => [each.collection, each])),
});

/** How often the collections were used in the last days, and what that has cost, by collection. */
export const collectionCostsQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listCollectionCosts, { query: { serviceId, days: COUNTED_DAYS } }),
    staleTime: 0,
    select: byCollection,
  });
