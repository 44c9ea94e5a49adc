import { splitLines } from '@atrium/diff/lines';
import { type MergeModel, modelMerge, type Region } from '@atrium/diff/merge';
import type { MergeSides } from './merge-start.ts';

/** Longer texts are merged in a worker, so that the page never stands still. */
const WORKER_LINES = 5_000;

/** Finds the regions of a merge; in a worker when the texts are long. */
export async function runMerge(sides: MergeSides): Promise<MergeModel> {
  const length = Math.max(lineCount(sides.local), lineCount(sides.remote));
  if (length <= WORKER_LINES || typeof Worker === 'undefined') {
    return modelMerge(sides.base, sides.local, sides.remote);
  }
  const worker = new Worker(new URL('./merge.worker.ts', import.meta.url), { type: 'module' });
  try {
    const regions = await new Promise<readonly Region[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<readonly Region[]>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message || 'The merge failed.'));
      worker.postMessage({ base: sides.base, local: sides.local, remote: sides.remote });
    });
    // Cutting lines again is faster than copying them from the worker.
    return {
      hasBase: sides.base !== null,
      baseLines: splitLines(sides.base ?? '').lines,
      localLines: splitLines(sides.local).lines,
      remoteLines: splitLines(sides.remote).lines,
      regions,
    };
  } finally {
    worker.terminate();
  }
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
