import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import type { QueryClient } from '@tanstack/react-query';

/** Reads again what some endpoints returned; resolves when those on the page have been read. */
export async function readAgain(client: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((read) => client.invalidateQueries({ queryKey: endpointKey(read) })));
}
