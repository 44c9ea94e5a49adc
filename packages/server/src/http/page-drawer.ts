import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliCompress } from 'node:zlib';

/** Answers of public calls that a page is drawn with, under the keys of `endpointKey`. */
export type PublicAnswers = readonly { key: readonly unknown[]; value: unknown }[];

export interface DrawnPage {
  html: string;
  brotli: Buffer;
  etag: string;
}

export type DrawPage = (path: string, answers: PublicAnswers) => Promise<DrawnPage>;

const DRAWING_MS = 30_000;
const compress = promisify(brotliCompress);

/** Draws pages with the console's own components, as the build does; again only when their content has changed. */
export function createPageDrawer(consoleFolder: string): DrawPage {
  const lastDrawn = new Map<string, { content: string; page: Promise<DrawnPage> }>();

  async function draw(path: string, answers: PublicAnswers): Promise<DrawnPage> {
    const template = await readFile(join(consoleFolder, 'index.html'), 'utf8');
    const worker = new Worker(join(consoleFolder, 'prerender.mjs'), {
      workerData: { template, visits: [{ path, answers }] },
    });
    try {
      const signal = AbortSignal.timeout(DRAWING_MS);
      const [[html]] = (await once(worker, 'message', { signal })) as [[string]];
      const etag = `"${createHash('sha1').update(html).digest('base64url')}"`;
      return { html, brotli: await compress(html), etag };
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
