import { parentPort, workerData } from 'node:worker_threads';
import { drawDocument } from './src/prerender.tsx';
import type { PublicData } from './src/public-answers.ts';

// Runs in a thread of its own: timers of the libraries would keep whoever draws waiting, and one drawing leaves
// nothing behind for the next. The build draws pages with it, the server those whose content changes.

const { template, visits } = workerData as {
  /** The built `index.html`. */
  template: string;
  visits: { path: string; data: PublicData }[];
};
const documents: string[] = [];
for (const { path, data } of visits) documents.push(await drawDocument(template, path, data));
parentPort?.postMessage(documents);
