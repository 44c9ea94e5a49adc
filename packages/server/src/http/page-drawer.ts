import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type PageDocument, toPageDocument } from './page-document.ts';

/** Answers of public calls that a page is drawn with, under the keys of `endpointKey`. */
export type PublicResponses = readonly { key: readonly unknown[]; value: unknown }[];

export type DrawPage = (path: string, answers: PublicResponses) => Promise<PageDocument>;

const DRAWING_MS = 30_000;

/** Draws pages with the console's own components, as the build does; again only when their content has changed. */
export function createPageDrawer(consoleFolder: string): DrawPage {
  const lastDrawn = new Map<string, { content: string; page: Promise<PageDocument> }>();

  async function draw(path: string, answers: PublicResponses): Promise<PageDocument> {
    const template = await readFile(join(consoleFolder, 'index.html'), 'utf8');
    const worker = new Worker(join(consoleFolder, 'prerender.mjs'), {
      workerData: { template, visits: [{ path, answers }] },
    });
    try {
      const signal = AbortSignal.timeout(DRAWING_MS);
      const [[html]] = (await once(worker, 'message', { signal })) as [[string]];
      return await toPageDocument(html);
    } finally {
      await worker.terminate();
    }
  }

  return (path, answers) => {
    const content = JSON.stringify(answers);
    const last = lastDrawn.get(path);
    if (last?.content === content) return last.page;
    const page = draw(path, answers);
    lastDrawn.set(path, { content, page });
    page.catch(() => lastDrawn.delete(path));
    return page;
  };
}
