import { modelMerge } from '@atrium/diff/merge';
import type { MergeTask } from './run-merge.ts';

globalThis.onmessage = ({ data: { id, base, local, remote } }: MessageEvent<MergeTask>) => {
  globalThis.postMessage({ id, regions: modelMerge(base, local, remote).regions });
};
