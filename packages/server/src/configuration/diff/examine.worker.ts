import { parentPort, workerData } from 'node:worker_threads';
import { type Differences, examineContents } from './examine-contents.ts';

parentPort?.postMessage(examineContents(workerData as Differences));
