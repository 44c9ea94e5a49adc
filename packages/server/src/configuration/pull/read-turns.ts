import { TooManyRequestsError } from '@atrium/host/errors';
import { Semaphore } from '@atrium/host/semaphore';

/** Of one domain; who comes after them is refused at once. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

/** Runs what reads many contents of a stored pull, in its domain's turn. */
export type ReadTurns = <Result>(
  domainId: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Others than those of slow calls: contents may be waited for, for a minute, and a turn is taken only once they are here.
 * Whoever waits for one does so as long as they stay.
 */
export function createReadTurns(): ReadTurns {
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
