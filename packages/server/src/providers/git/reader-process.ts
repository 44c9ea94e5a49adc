import { GitError } from './git-errors.ts';
import { countOutside, listTree } from './list-tree.ts';
import type { FromReader, ReadTask, ToReader } from './reader-messages.ts';
import { readLastCommits } from './walk-history.ts';

/*
 * Main program of the process that reads trees and histories: what a repository makes it hold or compute is its own,
 * within its own limit of memory. Started by git-reader.ts with an empty environment; knows no credentials.
 */

const running = new Map<number, AbortController>();

// The server is gone; there is nobody left to read for.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToReader) => {
  if ('task' in message) void run(message.id, message.task);
  else running.get(message.id)?.abort();
});

async function run(id: number, task: ReadTask): Promise<void> {
  const canceling = new AbortController();
  running.set(id, canceling);
  try {
    tell({ id, result: await read(id, task, canceling.signal) });
  } catch (error) {
    const known = error instanceof GitError ? error : undefined;
    tell({ id, failure: known?.failure ?? 'FAILED', message: known?.message ?? 'Git could not complete.' });
    if (known === undefined) process.stderr.write(`reading a repository failed: ${String(error)}\n`);
  } finally {
    running.delete(id);
  }
}

async function read(id: number, task: ReadTask, signal: AbortSignal): Promise<unknown> {
  if (task.kind === 'lastCommits') return readLastCommits(task, signal);
  await listTree(task, signal, (entries) => {
    if (entries.length > 0) tell({ id, entries });
  });
  return countOutside(task, signal);
}

function tell(message: FromReader): void {
  process.send?.(message);
}
