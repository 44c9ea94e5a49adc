import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { writeEarlyScript } from './early-script.ts';
import { filesOf } from './program-files-plugin.ts';
import type { Visit } from './src/prerender.tsx';
import type { PublicResponses } from './src/public-responses.ts';

/** Pages rendered before any script has run, with the calls that each one reads. */
const pages: { path: string; reads: readonly string[] }[] = [
  { path: '/console/login', reads: [] },
  { path: '/console/register', reads: [] },
  { path: '/index', reads: ['landing'] },
  { path: '/index/terms', reads: ['terms'] },
  { path: '/index/prices', reads: [] },
];

/** Skeletons that signed-in users see while their page loads, and the modules that it will need. */
const frames: { path: string; page: 'overview' | 'any'; file: string; parts: readonly string[] }[] = [
  {
    path: '/console/',
    page: 'overview',
    file: 'frames/overview.html',
    parts: ['WithQueries', 'signed-in-parts', 'DashboardPage', 'panel'],
  },
  {
    path: '/console/usage',
    page: 'any',
    file: 'frames/page.html',
    parts: ['WithQueries', 'signed-in-parts'],
  },
];

const RENDERER = 'prerender.mjs';

/** Long enough for a busy machine; a page that never settles must not hold the build forever. */
const DRAWING_MS = 120_000;

/** Named answers of public calls, made from the articles that are shipped; without them a page shows its frame. */
type NamedResponses = Record<string, PublicResponses[number]>;

/**
 * Draws the pages for visitors into `prerendered/`, where the server looks for a page's own document, and the frames of
 * all others into `frames/`.
 */
export function prerenderedPages(responsesFile: string | undefined): Plugin {
  return {
    name: 'atrium-prerendered-pages',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const answers = responsesFile
        ? (JSON.parse(await readFile(responsesFile, 'utf8')) as NamedResponses)
        : {};
      const folder = await mkdtemp(join(tmpdir(), 'atrium-prerender-'));
      try {
        await buildRenderer(folder);
        // The server renders pages with changing content with it.
        await copyFile(join(folder, RENDERER), join(dir, RENDERER));
        const earlyScript = await writeEarlyScript(dir);
        const template = await readFile(join(dir, 'index.html'), 'utf8');
        const visits = [
          ...pages.map(({ path, reads }) => ({
            file: `prerendered${path}.html`,
            path,
            answers: reads.flatMap((name) => answers[name] ?? []),
          })),
          ...frames.map(({ path, page, file, parts }) => {
            return {
              file,
              path,
              answers: [],
              frame: { earlyScript, page, files: preloadedFiles(bundle, parts) },
            };
          }),
        ];
        const documents = await drawAll(join(dir, RENDERER), { template, visits });
        for (const [index, { file }] of visits.entries()) {
          const path = join(dir, file);
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, documents[index] ?? '');
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Files of the program's beginning and of parts of it; the document itself names the first file. */
function preloadedFiles(bundle: Rolldown.OutputBundle, parts: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const named = parts.map((part) => {
    const found = chunks.filter(({ isDynamicEntry, name }) => isDynamicEntry && name === part);
    if (found.length !== 1)
      throw new Error(`The frames name the part ${part}, which is not a file of its own.`);
    return found;
  });
  const files = filesOf(chunks, [...entries, ...named.flat()]);
  for (const { fileName } of entries) files.delete(fileName);
  return [...files];
}

/** Builds the components for the browser's conditions, into one file that Node can load. */
async function buildRenderer(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [react()],
    // The router's code for browsers, which names its window `self`.
    define: { 'process.env.NODE_ENV': '"production"', self: 'globalThis' },
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      modulePreload: false,
      target: 'node24',
      rolldownOptions: {
        input: join(import.meta.dirname, 'prerender-worker.ts'),
        // Some libraries are CommonJS and require Node's modules at run time.
        platform: 'node',
        external: (id) => isBuiltin(id),
        output: { format: 'es', entryFileNames: RENDERER, codeSplitting: false },
      },
    },
  });
}

async function drawAll(
  renderer: string,
  workerData: { template: string; visits: Visit[] },
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
