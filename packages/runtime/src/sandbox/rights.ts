import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Node arguments of the process that runs customers' code. Grants read access to this product's code and the
 * `/proc` files of the running thread only. Of `/proc` single files, because a folder there leads to all others
 * by its link `root`.
 */
export const PROCESS_RIGHTS = [
  '--permission',
  '--allow-worker',
  `--allow-fs-read=${join(root, 'packages')}`,
  `--allow-fs-read=${join(root, 'node_modules')}`,
  '--allow-fs-read=/proc/thread-self/stat',
  '--allow-fs-read=/proc/thread-self/schedstat',
  '--no-warnings',
];

/** Additional read access of threads (Node 24): with `/` they could read everything. */
export const WORKING_FOLDER = import.meta.dirname;

/** Starts a thread, which takes over the rights of the process only without arguments of its own (`execArgv`, even none). */
export function startThread(program: URL, workerData?: unknown): Worker {
  return new Worker(program, {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
}
