import { parentPort, workerData } from 'node:worker_threads';
import { type Differences, lookAtContents } from './look-at-contents.ts';

parentPort?.postMessage(lookAtContents(workerData as Differences));
