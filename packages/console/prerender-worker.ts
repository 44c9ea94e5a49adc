import { parentPort, workerData } from 'node:worker_threads';
import { withOwnStyles } from './own-styles.ts';
import { drawDocument, type Visit } from './src/prerender.tsx';

// Runs in its own thread: timers of the libraries would block the renderer, and one rendering leaves nothing behind for
// the next. The build renders pages with it, the server those whose content changes.

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
