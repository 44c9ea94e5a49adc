import { createTurns, type Turns } from '@atrium/host/turns';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import { HostCallError } from '../sandbox/host-call.ts';

/** Half of the connections are those of slow calls; of the others some stay free for what is quick. */
const SHARE = 0.3;
/** Of one domain; who comes after them is refused at once. */
const MAX_WAITING = 1_000;
const PATIENCE_MS = 10_000;
const FIND = 'content.find';

/**
 * The operations of functions, of which those that may read a whole collection take turns: a few of a domain and of all
 * domains at the same time. Those of slow calls are others, so that no function waits for a search in the console.
 */
export function withFindTurns(
  operations: ReadonlyMap<string, HostOperation>,
  poolSize: number,
): Map<string, HostOperation> {
  const find = operations.get(FIND);
  return new Map([
    ...operations,
    ...(find ? [[FIND, inTurns(find, createFindTurns(poolSize))] as const] : []),
  ]);
}

function createFindTurns(poolSize: number): Turns {
  const atOnce = Math.max(1, Math.floor(poolSize * SHARE));
  const perKey = Math.max(1, atOnce - 1);
  return createTurns({ atOnce, perKey, maxWaiting: MAX_WAITING }, { full: refusal, left: refusal });
}

function inTurns(find: HostOperation, turns: Turns): HostOperation {
  return async (caller, argument) => {
    const { domainId } = caller.identity;
    using _turn =
      turns.takeIfFree(domainId) ?? (await turns.take(domainId, AbortSignal.timeout(PATIENCE_MS)));
    return await find(caller, argument);
  };
}

function refusal(): HostCallError {
  return new HostCallError(
    'TooManyRequestsError',
    'Too many uses of content.find of your domain are already running. Please try again in a moment.',
  );
}
