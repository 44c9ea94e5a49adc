import { modelMerge } from '@atrium/diff/merge';
import type { MergeSides } from './merge-start.ts';

globalThis.onmessage = ({ data }: MessageEvent<MergeSides>) => {
  globalThis.postMessage(modelMerge(data.base, data.local, data.remote).regions);
};
