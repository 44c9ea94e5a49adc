import { fork } from 'node:child_process';
import fastify from 'fastify';
import { serveSlowCalls } from '../src/slow-process/serve-slow-calls.ts';

// A process for slow calls that answers its parent just after that was killed, before it hears of it.

if (process.send === undefined) {
  const child = fork(import.meta.filename, [String(process.pid)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send('ask', () => process.kill(process.pid, 'SIGKILL'));
} else {
  const [, , parent] = process.argv;
  process.once('message', () => {
    while (String(process.ppid) === parent);
  });
  serveSlowCalls(async () => fastify());
}
