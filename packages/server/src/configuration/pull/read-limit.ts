import { TooManyRequestsError } from '@atrium/host/errors';
import { Semaphore } from '@atrium/host/semaphore';

/** Waiting calls of one domain; further ones are refused at once. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

/** Runs work that reads many contents of a stored pull, within its domain's limit. */
export type ReadLimit = <Result>(
  domainId: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Separate from the limit of slow calls, because contents can take a minute to arrive. A permit is taken only after
 * the contents are here. A caller waits until they disconnect.
 */
export function createReadLimit(): ReadLimit {
  const limits = { permits: 4, permitsPerKey: 2, maxWaiting: MAX_WAITING };
  const semaphore = new Semaphore(limits, { full: refusal });
  return (domainId, signal, work) => semaphore.run(domainId, work, { signal });
}

function refusal(): TooManyRequestsError {
  return new TooManyRequestsError(
    'Too many files of your domain’s pulls are already being read. Please try again in a moment.',
    RETRY_AFTER_SECONDS,
  );
}
