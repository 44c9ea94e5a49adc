import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Invalidates the queries of some endpoints, limited to one service by `base`. Resolves when the active ones are
 * refetched.
 */
export async function readAgain(
  client: QueryClient,
  endpoints: readonly Endpoint[],
  base?: string,
): Promise<void> {
  const keys = endpoints.map((read) => endpointKey(read, undefined, base));
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
