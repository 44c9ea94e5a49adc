import { ApiError } from '@atrium/contract/api-error';
import { QueryClient } from '@tanstack/react-query';

/** Only temporary failures are retried: no network, too many requests, a server that is starting. */
const passing = new Set([0, 429, 503]);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a call fails at once and says so: nothing waits unseen, least of all a change that would be sent
        // later.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (count, error) => count < 2 && error instanceof ApiError && passing.has(error.status),
        retryDelay: (count) => 1000 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
