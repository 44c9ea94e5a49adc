import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { prerenderPage } from './src/prerender.tsx';
import type { PublicData } from './src/public-answers.ts';

/** Pages that show before any script has run, and what each one reads. */
const pages: { path: string; reads: readonly string[] }[] = [
  { path: '/console/login', reads: [] },
  { path: '/console/register', reads: [] },
  { path: '/index', reads: ['landing'] },
  { path: '/index/terms', reads: ['terms'] },
  { path: '/index/prices', reads: [] },
];

type DrawnPage = Awaited<ReturnType<typeof prerenderPage>>;

/** Long enough for a busy machine; a page that never settles must not hold the build for ever. */
const DRAWING_MS = 120_000;

/** Named answers of public calls, made from the articles that are shipped; without them a page shows its frame. */
type NamedData = Record<string, PublicData[number]>;

/** Draws the pages for visitors into `prerendered/`, where the server looks for a page's own document. */
export function prerenderedPages(dataFile: string | undefined): Plugin {
  return {
    name: 'atrium-prerendered-pages',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const data = dataFile ? (JSON.parse(await readFile(dataFile, 'utf8')) as NamedData) : {};
      const folder = await mkdtemp(join(tmpdir(), 'atrium-prerender-'));
      try {
        await buildRenderer(folder);
        const template = await readFile(join(dir, 'index.html'), 'utf8');
        const visits = pages.map(({ path, reads }) => ({
          path,
          data: reads.flatMap((name) => data[name] ?? []),
        }));
        const drawn = await drawAll(folder, visits);
        for (const [index, { path, data: used }] of visits.entries()) {
          const file = join(dir, 'prerendered', `${path}.html`);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, fill(template, path, drawn[index] as DrawnPage, used));
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

const undecided = createRequire(import.meta.url)
  .resolve('@tanstack/router-core')
  .replace(/router-core.*/, 'router-core/dist/esm/isServer/development.js');

/** Builds the components for the browser's conditions, into one file that Node can load. */
async function buildRenderer(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [react()],
    // Decided when it runs, not by the conditions of the build: here is neither a server nor a window.
    resolve: { alias: { '@tanstack/router-core/isServer': undecided } },
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      modulePreload: false,
      target: 'node24',
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/prerender.tsx'),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: 'prerender.mjs', codeSplitting: false },
      },
    },
  });
}

/** Draws in a thread of its own: timers of the libraries would keep the build's process waiting. */
async function drawAll(folder: string, visits: { path: string; data: PublicData }[]): Promise<DrawnPage[]> {
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { prerenderPage } from ${JSON.stringify(pathToFileURL(join(folder, 'prerender.mjs')).href)};
    const drawn = [];
    for (const { path, data } of workerData) drawn.push(await prerenderPage(path, data));
    parentPort.postMessage(drawn);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: visits,
  });
  try {
    const [drawn] = (await once(worker, 'message', { signal: AbortSignal.timeout(DRAWING_MS) })) as [
      DrawnPage[],
    ];
    return drawn;
  } finally {
    await worker.terminate();
  }
}

function fill(template: string, path: string, drawn: DrawnPage, data: PublicData): string {
  // `<` would end the block of data early.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${drawn.title}</title>`)
    // The page shows without its scripts: they must not take the line from what shows.
    .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root" data-path="${path}">${drawn.html}</div>\n` +
        `    <script type="application/json" id="atrium-public-data">${json}</script>`,
    );
}
