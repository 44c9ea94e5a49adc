import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { PublicAnswers } from './src/public-answers.ts';

/** Pages that show before any script has run, and what each one reads. */
const pages: { path: string; reads: readonly string[] }[] = [
  { path: '/console/login', reads: [] },
  { path: '/console/register', reads: [] },
  { path: '/index', reads: ['landing'] },
  { path: '/index/terms', reads: ['terms'] },
  { path: '/index/prices', reads: [] },
];

const RENDERER = 'prerender.mjs';

/** Long enough for a busy machine; a page that never settles must not hold the build forever. */
const DRAWING_MS = 120_000;

/** Named answers of public calls, made from the articles that are shipped; without them a page shows its frame. */
type NamedAnswers = Record<string, PublicAnswers[number]>;

/** Draws the pages for visitors into `prerendered/`, where the server looks for a page's own document. */
export function prerenderedPages(answersFile: string | undefined): Plugin {
  return {
    name: 'atrium-prerendered-pages',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const answers = answersFile ? (JSON.parse(await readFile(answersFile, 'utf8')) as NamedAnswers) : {};
      const folder = await mkdtemp(join(tmpdir(), 'atrium-prerender-'));
      try {
        await buildRenderer(folder);
        // The server draws with it what changes while it runs.
        await copyFile(join(folder, RENDERER), join(dir, RENDERER));
        const template = await readFile(join(dir, 'index.html'), 'utf8');
        const visits = pages.map(({ path, reads }) => ({
          path,
          answers: reads.flatMap((name) => answers[name] ?? []),
        }));
        const documents = await drawAll(join(dir, RENDERER), { template, visits });
        for (const [index, { path }] of visits.entries()) {
          const file = join(dir, 'prerendered', `${path}.html`);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, documents[index] ?? '');
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
        input: join(import.meta.dirname, 'prerender-worker.ts'),
        external: /^node:/,
        output: { format: 'es', entryFileNames: RENDERER, codeSplitting: false },
      },
    },
  });
}

async function drawAll(
  renderer: string,
  workerData: { template: string; visits: { path: string; answers: PublicAnswers }[] },
): Promise<string[]> {
  const worker = new Worker(renderer, { workerData });
  try {
    const signal = AbortSignal.timeout(DRAWING_MS);
    const [documents] = (await once(worker, 'message', { signal })) as [string[]];
    return documents;
  } finally {
    await worker.terminate();
  }
}
