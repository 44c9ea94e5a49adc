import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { queryOptions } from '@tanstack/react-query';
import { afterPaint } from '../lib/after-paint.ts';
import { type CallOptions, call } from './call.ts';

/** Query of one endpoint: key and call both come from the contract. Use as `useQuery(endpointQuery(getInvoice, {…}))`. */
export function endpointQuery<E extends Endpoint>(
  endpoint: E,
  input: EndpointRequest<E>,
  options: Pick<CallOptions, 'base' | 'headers'> = {},
) {
  return queryOptions({
    queryKey: endpointKey(endpoint, input, options.base),
    queryFn: async ({ client, queryKey, signal }): Promise<EndpointResponse<E>> => {
      // Render cached data first: sending requests takes the browser half as long as rendering a page.
      if (client.getQueryData(queryKey) !== undefined) await afterPaint();
      const answer = await call(endpoint, input, { ...options, signal });
      // The cache does not accept undefined: an empty response is null.
      return (answer ?? null) as EndpointResponse<E>;
    },
  });
}
