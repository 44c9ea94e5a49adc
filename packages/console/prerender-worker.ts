import { parentPort, workerData } from 'node:worker_threads';
import { drawDocument } from './src/prerender.tsx';
import type { PublicAnswers } from './src/public-answers.ts';

// Runs in its own thread: timers of the libraries would block the renderer, and one rendering leaves nothing behind for
// the next. The build renders pages with it, the server those whose content changes.

const { template, visits } = workerData as {
  /** The built `index.html`. */
  template: string;
  visits: { path: string; answers: PublicAnswers }[];
};
const documents: string[] = [];
for (const { path, answers } of visits) documents.push(await drawDocument(template, path, answers));
parentPort?.postMessage(documents);
