import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FavouredSide } from '@atrium/diff/favour';
import { UnavailableError } from '../http/errors.ts';

export interface MergeRequest {
  /** Null merges two-way: every difference is decided by `favoured`. */
  base: string | null;
  local: string;
  remote: string;
  /** Whose side a conflict takes. */
  favoured: FavouredSide;
}

/** A file of the largest allowed size, with nothing in its place, takes about a second. */
const MERGE_TIMEOUT_MS = 60_000;

/**
 * Merges contents, conflicts in favour of one side; gives the merged texts in the order of the requests. One
 * thread for all of them: the server goes on answering, and an abort ends the work in the middle of a file.
 */
export async function mergeContents(
  requests: readonly MergeRequest[],
  signal: AbortSignal,
): Promise<string[]> {
  const merged = requests.map(mergeTrivially);
  const open = requests.filter((_, index) => merged[index] === undefined);
  const weighed = (open.length === 0 ? [] : await mergeInThread(open, signal)).values();
  return merged.map((text) => text ?? (weighed.next().value as string));
}

/** Where only one side changed, or both did the same, there is nothing to weigh. */
function mergeTrivially({ base, local, remote }: MergeRequest): string | undefined {
  if (local === remote || base === remote) return local;
  return base === local ? remote : undefined;
}

async function mergeInThread(requests: readonly MergeRequest[], signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(MERGE_TIMEOUT_MS);
  const worker = new Worker(new URL('./merge.worker.ts', import.meta.url), { workerData: requests });
  try {
    const [texts] = (await once(worker, 'message', { signal: AbortSignal.any([signal, timeout]) })) as [
      string[],
    ];
    return texts;
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new UnavailableError('Merging the files takes too long.');
    throw error;
  } finally {
    await worker.terminate();
  }
}
