import { createTurns } from '@atrium/host/turns';
import { GitError } from './git-errors.ts';
import { abortReason } from './git-process.ts';

/** All addresses of a host name. */
export type ResolveHost = (hostname: string, signal?: AbortSignal) => Promise<string[]>;

/** The system looks up in one of four threads of the process, in which passwords are hashed and files are read, too. */
const AT_ONCE = 2;
/** Of one zone: whoever has servers that never respond holds one thread with each zone, however many names there are. */
const PER_ZONE = 1;
const MAX_WAITING = 100;
const TIMEOUT_MS = 10_000;

/**
 * Looks up a few names at a time, and lets no one wait for longer. A look-up by the system cannot be ended: it keeps its
 * turn until its thread is free, also when no one waits for it any more.
 */
export function createBoundedResolve(
  resolveHost: (hostname: string) => Promise<string[]>,
  timeoutMs = TIMEOUT_MS,
): ResolveHost {
  const turns = createTurns(
    { atOnce: AT_ONCE, perKey: PER_ZONE, maxWaiting: MAX_WAITING },
    { full: notInTime, left: reasonOf },
  );
  return async (hostname, given) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const turn = await turns.take(zoneOf(hostname), signal);
    const found = resolveHost(hostname).finally(() => turn[Symbol.dispose]());
    return Promise.race([found, aborted(signal)]);
  };
}

/** The last two parts of a name. */
function zoneOf(hostname: string): string {
  return hostname.toLowerCase().split('.').filter(Boolean).slice(-2).join('.');
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(reasonOf(signal));
    else signal.addEventListener('abort', () => reject(reasonOf(signal)), { once: true });
  });
}

/** Both the time of the look-up and that of a whole request may be over. */
function reasonOf(signal: AbortSignal): GitError {
  const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return isTimeout ? notInTime() : abortReason(signal);
}

/** Says nothing of whether there is such a name. */
function notInTime(): GitError {
  return new GitError(
    'TIMEOUT',
    'The name of the git host could not be looked up in time. Please try again in a moment.',
  );
}
