import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { THREAD_RIGHTS } from '../src/sandbox/rights.ts';

/*
 * What the sandbox's process and a thread of it can do. The test starts it with the rights of the real process; the
 * thread begins with those of the real threads.
 */

const self = fileURLToPath(import.meta.url);
const root = fileURLToPath(new URL('../../../', import.meta.url));

function outcome(work: () => unknown): string {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const attempts = () => ({
  ownCode: outcome(() => readFileSync(self)),
  ownThread: outcome(() => readlinkSync('/proc/thread-self')),
  file: outcome(() => readFileSync('/etc/hostname')),
  data: outcome(() => readFileSync(`${root}data/secret-key`)),
  parent: outcome(() => readFileSync(`/proc/${process.ppid}/environ`)),
  write: outcome(() => writeFileSync('/tmp/atrium-sandbox-wrote', '')),
  program: outcome(() => spawnSync('/bin/true')),
  environment: Object.keys(process.env).length,
});

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), THREAD_RIGHTS);
  worker.once('message', (thread) => process.stdout.write(JSON.stringify({ main: attempts(), thread })));
} else {
  parentPort?.postMessage(attempts());
}
