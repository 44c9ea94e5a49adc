import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { UnavailableError } from './errors.ts';

export interface ThreadOptions {
  signal: AbortSignal;
  timeoutMs: number;
  /** The message when the time is over. */
  tooLong: string;
  resourceLimits?: ResourceLimits;
}

/** Node says of each thread that removes types that it is an experiment. */
const THREAD_ARGUMENTS = ['--disable-warning=ExperimentalWarning'];

/**
 * Runs a module in its own thread and returns the one message that it posts. The server keeps responding meanwhile, and
 * an abort ends the work at any point.
 */
export async function runInThread<Returned>(
  module: URL,
  workerData: unknown,
  { signal, timeoutMs, tooLong, resourceLimits }: ThreadOptions,
): Promise<Returned> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const worker = new Worker(module, {
    workerData,
    execArgv: THREAD_ARGUMENTS,
    ...(resourceLimits && { resourceLimits }),
  });
  // An error of the thread while it is being ended has no other listener, and would end this process.
  worker.on('error', () => undefined);
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.any([signal, timeout]) })) as [
      Returned,
    ];
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new UnavailableError(tooLong);
    throw error;
  } finally {
    await worker.terminate();
  }
}
