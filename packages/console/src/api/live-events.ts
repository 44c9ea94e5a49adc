import { type ServerEvent, streamEvents } from '@atrium/contract/events/events';
import { request } from './call.ts';
import { readServerEvents } from './server-events.ts';

type Listener = (event: ServerEvent) => void;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

const listeners = new Set<Listener>();

/**
 * Subscribes to the platform's live events. Events may have been missed before `ready`, so refetch on it. While the
 * stream is closed, `ready` is emitted every 30 s as a replacement for polling.
 */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the stream open until `signal`, with ever longer pauses while the platform is away. */
export async function keepLiveEvents(signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      const response = await request(streamEvents, {}, { signal, priority: 'low' });
      for await (const { event, data } of readServerEvents(response)) {
        retryMs = FIRST_RETRY_MS;
        tell(event, data);
      }
    } catch {
      // The next attempt shows whether it was the network, the token or the server.
    }
    if (!signal.aborted) await pause(retryMs, signal);
    if (!signal.aborted && retryMs === LONGEST_RETRY_MS) tell('ready', 'null');
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }
}

function tell(type: string | undefined, text: string): void {
  let data: unknown = null;
  try {
    data = JSON.parse(text);
  } catch {
    // An event without data only announces a change.
  }
  for (const listener of listeners) listener({ type, data } as ServerEvent);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => resolve();
  signal.addEventListener('abort', stop);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}
