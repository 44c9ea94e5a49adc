import { parentPort, workerData } from 'node:worker_threads';
import { countChanges } from '@atrium/diff/change-counts';
import type { TextPair } from './count-lines.ts';

const pairs = workerData as readonly TextPair[];
parentPort?.postMessage(pairs.map(({ before, after }) => countChanges(before, after)));
