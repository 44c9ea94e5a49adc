import { parentPort, workerData } from 'node:worker_threads';
import { withOwnStyles } from './own-styles.ts';
import { drawDocument, type Visit } from './src/prerender.tsx';

// Runs in a thread of its own: timers of the libraries would block the renderer, and renderings must not share state.
// The build renders pages with it, the server those with changing content.

const { template, visits } = workerData as {
  /** The built `index.html`. */
  template: string;
  visits: Visit[];
};
const documents: string[] = [];
for (const visit of visits) {
  const document = await drawDocument(template, visit);
  // The program replaces a skeleton with any page, so a skeleton needs all styles.
  documents.push(visit.frame === undefined ? await withOwnStyles(document) : document);
}
parentPort?.postMessage(documents);
