import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface RepeatedCall extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  url: string;
}

interface CallCounts {
  answered: number;
  refused: number;
}

/**
 * Lets callers make their calls in a thread of its own, each its own ones over and over. Returns what ends them and tells
 * what became of the calls; it throws if all of one caller were refused, for then there was no load.
 */
export function startCallers(callers: readonly (readonly RepeatedCall[])[]): () => Promise<CallCounts> {
  const load = new Worker(new URL('./repeated-calls.mjs', import.meta.url), { workerData: { callers } });
  return async () => {
    const ended = once(load, 'exit');
    const counted = once(load, 'message') as Promise<[CallCounts[]]>;
    load.postMessage('end');
    const [counts] = await counted;
    await ended;
    const sum = { answered: 0, refused: 0 };
    for (const [at, { answered, refused }] of counts.entries()) {
      if (answered === 0) throw new Error(`${callers[at]?.[0]?.url}: ${refused} refused, none answered`);
      sum.answered += answered;
      sum.refused += refused;
    }
    return sum;
  };
}
