import { ApiError } from '@atrium/contract/api-error';
import { QueryClient } from '@tanstack/react-query';

/** Only temporary failures are retried: no network, too many requests, a server that is starting. */
const passing = new Set([0, 429, 503]);

/**
 * Limit of the total retry delay. A retried query looks as if it were loading; beyond this limit the error is shown
 * immediately, with its *Retry*.
 */
const LONGEST_WAIT_MS = 5_000;

/** Retry delay from the response, sent with 429 and 503. */
const waitOf = (error: Error) => (error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0);

const isPassing = (error: Error) => error instanceof ApiError && passing.has(error.status);

const isWaitedFor = (count: number, error: Error) => (count + 1) * waitOf(error) <= LONGEST_WAIT_MS;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline calls fail immediately: queued calls would be invisible, and changes must not be sent later.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (count, error) => count < 2 && isPassing(error) && isWaitedFor(count, error),
        retryDelay: (count, error) => Math.max(1000 * 2 ** count, waitOf(error)),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
