import { TooManyRequestsError } from '@atrium/host/errors';
import { Semaphore } from '@atrium/host/semaphore';

/** Share of a process's connections; the others are reserved for quick queries. */
const SHARE = 0.4;
/** Queue limit per domain; further calls are refused immediately. */
const MAX_WAITING = 1_000;
/** Less than a function may run, which is told then. */
const PATIENCE_MS = 3_000;
const RETRY_SECONDS = 5;

/** Runs queries that may read a whole collection of a domain, a few at a time. */
export type LimitFinds = <Result>(domainId: string, find: () => Promise<Result>) => Promise<Result>;

/**
 * Limits concurrent queries, half of them per domain, for functions and users alike. Slow calls have a separate
 * limit, so that no function waits for an export in the console.
 */
export function createFindLimit(poolSize: number): LimitFinds {
  const permits = Math.max(1, Math.floor(poolSize * SHARE));
  const permitsPerKey = Math.max(1, Math.floor(permits / 2));
  const semaphore = new Semaphore(
    { permits, permitsPerKey, maxWaiting: MAX_WAITING, maxWaitMs: PATIENCE_MS },
    { full: refusal },
  );
  return (domainId, find) => semaphore.run(domainId, find);
}

function refusal(): TooManyRequestsError {
  return new TooManyRequestsError(
    'Too many queries of content are already running. Please try again in a moment.',
    RETRY_SECONDS,
  );
}
