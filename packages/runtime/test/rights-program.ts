import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort } from 'node:worker_threads';
import { cpuMsOf, openOwnTimes, ownThread } from '../src/sandbox/process/thread-priority.ts';
import { startThread } from '../src/sandbox/rights.ts';

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
  knowsItself: ownThread() > 0 && (cpuMsOf(openOwnTimes()) ?? 0) > 0,
  file: outcome(() => readFileSync('/etc/hostname')),
  data: outcome(() => readFileSync(`${root}data/secret-key`)),
  links: ['/proc/self', '/proc/thread-self', `/proc/self/task/${ownThread()}`].flatMap((folder) => [
    outcome(() => readFileSync(`${folder}/root/etc/hostname`)),
    outcome(() => readdirSync(`${folder}/root/`)),
    outcome(() => readFileSync(`${folder}/environ`)),
  ]),
  parent: outcome(() => readFileSync(`/proc/${process.ppid}/environ`)),
  write: outcome(() => writeFileSync('/tmp/atrium-sandbox-wrote', '')),
  program: outcome(() => spawnSync('/bin/true')),
  environment: Object.keys(process.env).length,
});

if (isMainThread) {
  const worker = startThread(new URL(import.meta.url));
  worker.once('message', (thread) => process.stdout.write(JSON.stringify({ main: attempts(), thread })));
} else {
  parentPort?.postMessage(attempts());
}
