import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Resolves when all written data has been taken, or never will be. Leaves no listener behind. */
export async function drained(stream: Writable): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    while (stream.writableNeedDrain && !stream.destroyed)
      await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(
        () => {},
      );
  } finally {
    waiting.abort();
  }
}
