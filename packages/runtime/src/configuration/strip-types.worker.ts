import { parentPort, workerData } from 'node:worker_threads';
import { stripTypes } from '@atrium/host/strip-types';

export interface StripRequest {
  texts: readonly string[];
  /** Index of the text whose types are being removed. */
  current: Int32Array;
}

const { texts, current } = workerData as StripRequest;
parentPort?.postMessage(
  texts.map((text, index) => {
    Atomics.store(current, 0, index);
    return stripTypes(text);
  }),
);
