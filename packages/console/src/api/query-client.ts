import { ApiError } from '@atrium/contract/api-error';
import { QueryClient } from '@tanstack/react-query';

/** Only temporary failures are retried: no network, too many requests, a server that is starting. */
const passing = new Set([0, 429, 503]);

/** What may be read again only later than this is not waited for. */
const LONGEST_WAIT_MS = 30_000;

/** How long the platform asks to wait, which it does with 429 and 503. */
const waitOf = (error: Error) => (error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0);

const isPassing = (error: Error) =>
  error instanceof ApiError && passing.has(error.status) && waitOf(error) <= LONGEST_WAIT_MS;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a call fails at once and says so: nothing waits unseen, least of all a change that would be sent
        // later.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (count, error) => count < 2 && isPassing(error),
        retryDelay: (count, error) => Math.max(1000 * 2 ** count, waitOf(error)),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
