import { parentPort, workerData } from 'node:worker_threads';
import { blameLines } from '@atrium/diff/blame';

parentPort?.postMessage(blameLines(workerData as string[]));
