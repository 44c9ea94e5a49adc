import { splitLines } from '@atrium/diff/lines';
import { type MergeModel, modelMerge, type Region } from '@atrium/diff/merge';
import type { MergeSides } from '../../panes/pane-region.ts';

/** Texts above this length are merged in a worker to keep the page responsive. */
const WORKER_LINES = 5_000;

export interface MergeTask extends MergeSides {
  readonly id: number;
}

interface MergeOutcome {
  readonly id: number;
  readonly regions: readonly Region[];
}

/** Kept once it was needed: the next long file need not wait until it has started. */
let worker: Worker | undefined;
let lastId = 0;

/** Finds the regions of a merge; in a worker when the texts are long. */
export async function runMerge({ base, local, remote }: MergeSides): Promise<MergeModel> {
  const length = Math.max(lineCount(base ?? ''), lineCount(local), lineCount(remote));
  if (length <= WORKER_LINES || typeof Worker === 'undefined') return modelMerge(base, local, remote);
  const regions = findRegions({ id: ++lastId, base, local, remote });
  // Split in parallel to the worker: faster than copying the lines from it.
  const lines = {
    baseLines: splitLines(base ?? '').lines,
    localLines: splitLines(local).lines,
    remoteLines: splitLines(remote).lines,
  };
  return { hasBase: base !== null, ...lines, regions: await regions };
}

function findRegions(task: MergeTask): Promise<readonly Region[]> {
  worker ??= new Worker(new URL('./merge.worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const listening = new AbortController();
  const { signal } = listening;
  return new Promise<readonly Region[]>((resolve, reject) => {
    asked.addEventListener(
      'message',
      ({ data }: MessageEvent<MergeOutcome>) => data.id === task.id && resolve(data.regions),
      { signal },
    );
    asked.addEventListener(
      'error',
      (event) => {
        // Don't reuse a crashed worker.
        if (worker === asked) worker = undefined;
        asked.terminate();
        reject(new Error(event.message || 'The merge failed.'));
      },
      { signal },
    );
    asked.postMessage(task);
  }).finally(() => listening.abort());
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
