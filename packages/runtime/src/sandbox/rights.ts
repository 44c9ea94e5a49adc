import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from 'node:worker_threads';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Arguments of Node for the process in which code of customers runs. It may read this product's code and what the
 * system says of itself, and nothing else.
 */
export const PROCESS_RIGHTS = [
  '--permission',
  '--allow-worker',
  `--allow-fs-read=${join(root, 'packages')}`,
  `--allow-fs-read=${join(root, 'node_modules')}`,
  '--allow-fs-read=/proc/self',
  '--allow-fs-read=/proc/thread-self',
  '--no-warnings',
];

/** What threads may read besides (Node 24): in `/` they could read everything. */
export const WORKING_FOLDER = import.meta.dirname;

/** For its threads. With arguments of their own (`execArgv`, even none) they would not take over those of the process. */
export const THREAD_RIGHTS: WorkerOptions = {
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
};
