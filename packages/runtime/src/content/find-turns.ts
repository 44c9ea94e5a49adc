import { TooManyRequestsError } from '@atrium/host/errors';
import { createTurns } from '@atrium/host/turns';

/** Of the connections of a process; the others are for what is quick. */
const SHARE = 0.4;
/** Of one domain; who comes after them is refused at once. */
const MAX_WAITING = 1_000;
/** Less than a function may run, which is told then. */
const PATIENCE_MS = 3_000;
const RETRY_SECONDS = 5;

/** Runs what may read a whole collection of a domain, in its turn. */
export type FindTurns = <Result>(domainId: string, find: () => Promise<Result>) => Promise<Result>;

/**
 * A few at the same time, half of them of one domain; of functions and of people alike. Those of slow calls are others, so
 * that no function waits for an export in the console.
 */
export function createFindTurns(poolSize: number): FindTurns {
  const atOnce = Math.max(1, Math.floor(poolSize * SHARE));
  const perKey = Math.max(1, Math.floor(atOnce / 2));
  const turns = createTurns({ atOnce, perKey, maxWaiting: MAX_WAITING }, { full: refusal, left: refusal });
  return async (domainId, find) => {
    using _turn =
      turns.takeIfFree(domainId) ?? (await turns.take(domainId, AbortSignal.timeout(PATIENCE_MS)));
    return await find();
  };
}

function refusal(): TooManyRequestsError {
  return new TooManyRequestsError(
    'Too many queries of content are already running. Please try again in a moment.',
    RETRY_SECONDS,
  );
}
