import { parentPort, workerData } from 'node:worker_threads';
import { mergeFavouring } from '@atrium/diff/favour';
import type { MergeRequest } from './merge-contents.ts';

const requests = workerData as readonly MergeRequest[];
parentPort?.postMessage(
  requests.map(({ base, local, remote, favoured }) => mergeFavouring(favoured, base, local, remote)),
);
