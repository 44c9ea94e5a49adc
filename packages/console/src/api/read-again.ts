import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import type { QueryClient } from '@tanstack/react-query';

/** Reads again what some endpoints returned, those of a service with its `base`; resolves when those on the page have been read. */
export async function readAgain(
  client: QueryClient,
  endpoints: readonly Endpoint[],
  base?: string,
): Promise<void> {
  const keys = endpoints.map((read) => endpointKey(read, undefined, base));
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
