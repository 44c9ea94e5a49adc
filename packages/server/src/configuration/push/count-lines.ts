import type { ChangeCounts } from '@atrium/diff/change-counts';
import { UnavailableError } from '@atrium/host/errors';
import { runInThread } from '@atrium/host/in-thread';

/** A file before and after a change; empty where there is none. */
export interface TextPair {
  before: string;
  after: string;
}

const COUNT_TIMEOUT_MS = 10_000;

/** Added and removed lines of each pair; none where counting takes too long. */
export async function countLines(pairs: readonly TextPair[], signal: AbortSignal): Promise<ChangeCounts[]> {
  if (pairs.length === 0) return [];
  try {
    return await runInThread(new URL('./count-lines.worker.ts', import.meta.url), pairs, {
      signal,
      timeoutMs: COUNT_TIMEOUT_MS,
      tooLong: 'Counting the lines takes too long.',
    });
  } catch (error) {
    if (error instanceof UnavailableError) return [];
    throw error;
  }
}
