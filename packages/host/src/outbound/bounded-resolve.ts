import { Semaphore } from '../semaphore.ts';
import { OutboundError } from './outbound-error.ts';

/** Returns all addresses of a host name. */
export type ResolveHost = (hostname: string, signal?: AbortSignal) => Promise<string[]>;

/** The system resolves names in the four threads of the process that also hash passwords and read files. */
const AT_ONCE = 2;
/** Per zone: servers that never respond hold one thread per zone, however many names point to them. */
const PER_ZONE = 1;
const MAX_WAITING = 100;
const TIMEOUT_MS = 10_000;

/**
 * Resolves a few names at a time, each within a time limit. A system lookup can't be canceled: it counts until its thread
 * is free, even after its caller stopped waiting.
 */
export function createBoundedResolve(
  resolveHost: (hostname: string) => Promise<string[]>,
  timeoutMs = TIMEOUT_MS,
): ResolveHost {
  const semaphore = new Semaphore(
    { permits: AT_ONCE, permitsPerKey: PER_ZONE, maxWaiting: MAX_WAITING },
    { full: () => new OutboundError('LOOKUP_TIMEOUT'), aborted: reasonOf },
  );
  return async (hostname, given) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const permit = await semaphore.acquire(zoneOf(hostname), { signal });
    const found = resolveHost(hostname).finally(() => permit[Symbol.dispose]());
    return Promise.race([found, aborted(signal)]);
  };
}

/** Returns the last two labels of a name. */
function zoneOf(hostname: string): string {
  return hostname.toLowerCase().split('.').filter(Boolean).slice(-2).join('.');
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(reasonOf(signal));
    else signal.addEventListener('abort', () => reject(reasonOf(signal)), { once: true });
  });
}

/** The time of the lookup or of the whole request may be over. */
function reasonOf(signal: AbortSignal): OutboundError {
  const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return new OutboundError(isTimeout ? 'LOOKUP_TIMEOUT' : 'CANCELED', { cause: signal.reason });
}
