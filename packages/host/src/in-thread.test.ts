import { expect, test, vi } from 'vitest';
import { runInThread } from './in-thread.ts';

/** Fails, and says so when its error is read to be told. */
const FAILING = `import { workerData } from 'node:worker_threads';
throw Object.defineProperty(new Error('late'), 'reported', {
  enumerable: true,
  get() {
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  },
});`;

test('an error of a thread that its caller leaves ends nothing else', async () => {
  const uncaught = vi.fn<(error: Error) => void>();
  process.on('uncaughtException', uncaught);
  const module = new URL(`data:text/javascript,${encodeURIComponent(FAILING)}`);
  try {
    // Some of them are ended before they have told their error.
    for (let round = 0; round < 20; round += 1) {
      const failing = new Int32Array(new SharedArrayBuffer(4));
      const leaving = new AbortController();
      const running = runInThread(module, failing, {
        signal: leaving.signal,
        timeoutMs: 60_000,
        tooLong: '',
      });
      // This thread hears of the error only after it has aborted.
      Atomics.wait(failing, 0, 0);
      leaving.abort(new Error('left'));
      await expect(running).rejects.toThrow('left');
    }
    expect(uncaught).not.toHaveBeenCalled();
  } finally {
    process.off('uncaughtException', uncaught);
  }
});
