import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface RepeatedCall extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  url: string;
}

/** Lets callers make their calls in a thread of its own, each its own ones over and over. Returns what ends them. */
export function startCallers(callers: readonly (readonly RepeatedCall[])[]): () => Promise<void> {
  const load = new Worker(new URL('./repeated-calls.mjs', import.meta.url), { workerData: { callers } });
  return async () => {
    const ended = once(load, 'exit');
    load.postMessage('end');
    await ended;
  };
}
