import type { FavouredSide } from '@atrium/diff/favour';
import { runInThread } from '@atrium/host/in-thread';

export interface MergeRequest {
  /** Null merges two-way: every difference is decided by `favoured`. */
  base: string | null;
  local: string;
  remote: string;
  /** Side that wins conflicts. */
  favoured: FavouredSide;
}

/** A file of the largest allowed size, with nothing in its place, takes about a second. */
const MERGE_TIMEOUT_MS = 60_000;

/**
 * Merges contents, conflicts in favour of one side; returns the merged texts in the order of the requests. One thread
 * for all of them: the server keeps responding, and an abort ends the work in the middle of a file.
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

/** A change of one side only, or the same change of both, is taken as it is. */
function mergeTrivially({ base, local, remote }: MergeRequest): string | undefined {
  if (local === remote || base === remote) return local;
  return base === local ? remote : undefined;
}

function mergeInThread(requests: readonly MergeRequest[], signal: AbortSignal): Promise<string[]> {
  return runInThread(new URL('./merge.worker.ts', import.meta.url), requests, {
    signal,
    timeoutMs: MERGE_TIMEOUT_MS,
    tooLong: 'The merge took too long. Merge fewer files at a time.',
  });
}
