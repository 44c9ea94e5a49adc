import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { writeEarlyScript } from './early-script.ts';
import type { Visit } from './src/prerender.tsx';
import type { PublicResponses } from './src/public-responses.ts';

/** Pages that show before any script has run, and what each one reads. */
const pages: { path: string; reads: readonly string[] }[] = [
  { path: '/console/login', reads: [] },
  { path: '/console/register', reads: [] },
  { path: '/index', reads: ['landing'] },
  { path: '/index/terms', reads: ['terms'] },
  { path: '/index/prices', reads: [] },
];

/** What the signed-in see while their page is on its way, and parts that it will need. */
const frames: { path: string; page: 'overview' | 'any'; file: string; parts: readonly string[] }[] = [
  {
    path: '/console/',
    page: 'overview',
    file: 'frames/overview.html',
    parts: ['WithQueries', 'signed-in-frame', 'SignedInWork', 'DashboardPage', 'panel'],
  },
  {
    path: '/console/usage',
    page: 'any',
    file: 'frames/page.html',
    parts: ['WithQueries', 'signed-in-frame', 'SignedInWork'],
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
        // The server draws with it what changes while it runs.
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
            return { file, path, answers: [], frame: { earlyScript, page, files: filesOf(bundle, parts) } };
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

/** Of the program's beginning and of parts of it, with all that these import; the document itself names the first file. */
function filesOf(bundle: Rolldown.OutputBundle, parts: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const found = new Set<string>();
  const follow = (files: readonly string[]) => {
    for (const file of files) {
      const isNew = !found.has(file);
      found.add(file);
      if (isNew) follow(chunks.find(({ fileName }) => fileName === file)?.imports ?? []);
    }
  };
  const first = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  follow(first);
  for (const part of parts) {
    const files = chunks.filter(({ isDynamicEntry, name }) => isDynamicEntry && name === part);
    if (files.length !== 1)
      throw new Error(`The frames name the part ${part}, which is not a file of its own.`);
    follow(files.map(({ fileName }) => fileName));
  }
  return [...found].filter((file) => !first.includes(file));
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
        // Parts of the libraries are CommonJS, which asks for modules of Node while it runs.
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
