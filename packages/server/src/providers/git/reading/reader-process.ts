import { surviveClosedOutput } from '@atrium/host/closed-output';
import type { Semaphore } from '@atrium/host/semaphore';
import { importArranger } from '../cache/arrangement.ts';
import { type HeldTree, holdTree } from '../cache/held-tree.ts';
import { GitError } from '../git-errors.ts';
import { createGitSemaphore } from '../git-semaphore.ts';
import { type Remembered, readMemory, takeFiles } from './last-commits-memory.ts';
import { countOutside, listTree, type TreeToRead } from './list-tree.ts';
import type { ArrangedTree, FromReader, ReadTask, ToReader } from './reader-messages.ts';
import { continueKnownWalk, readLastCommits } from './walk-history.ts';

/*
 * Main program of the process that reads trees and histories: storage and computation caused by a repository stay in
 * this process, within its memory limit. Started by git-reader.ts with an empty environment; has no credentials.
 */

const running = new Map<number, AbortController>();
/** Of some 60,000 files: read before there is room for a large tree. */
const SMALL_MEMORY_BYTES = 8 * 1024 * 1024;
/** Trees don't wait for a long walk. */
const rooms = {
  trees: createGitSemaphore({ permits: 1, permitsPerKey: 1, maxWaiting: Infinity }),
  walks: createGitSemaphore({ permits: 1, permitsPerKey: 1, maxWaiting: Infinity }),
};

// A terminal also sends its signals to the server, which lets in-flight work end first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
surviveClosedOutput();
// The server is gone; no one needs the result any more.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToReader) => {
  if ('task' in message) void run(message.id, message.task);
  else running.get(message.id)?.abort();
});
// Modules that will be asked for: loading them takes longer than reading most trees.
for (const module of process.argv.slice(2)) void importArranger(module).catch(() => undefined);

async function run(id: number, task: ReadTask): Promise<void> {
  const canceling = new AbortController();
  running.set(id, canceling);
  try {
    tell({ id, result: await read(id, task, canceling.signal) });
  } catch (error) {
    const known = error instanceof GitError ? error : undefined;
    tell({
      id,
      failure: known?.failure ?? 'FAILED',
      message: known?.message ?? 'Git failed. Please try again.',
    });
    if (known === undefined) process.stderr.write(`reading a repository failed: ${String(error)}\n`);
  } finally {
    running.delete(id);
  }
}

async function read(id: number, task: ReadTask, signal: AbortSignal): Promise<unknown> {
  if (task.kind === 'arrangedTree') return arrangeTree(id, task, signal);
  if (task.kind === 'lastCommits') return arrangeLastCommits(id, task, signal);
  await listTree(task, signal, (entries) => {
    if (entries.length > 0) tell({ id, entries });
  });
  return countOutside(task, signal);
}

async function arrangeTree(
  id: number,
  task: ReadTask & { kind: 'arrangedTree' },
  signal: AbortSignal,
): Promise<ArrangedTree> {
  const { module, input } = task.arrangement;
  const { repository, withKnownLastCommits } = task;
  const small = withKnownLastCommits ? await readMemory(repository, SMALL_MEMORY_BYTES) : undefined;
  const [arranger, held, outside] = await Promise.all([
    importArranger(module),
    hold(id, task, rooms.trees, signal, small),
    countOutside(task, signal),
  ]);
  using _held = held;
  const tree = arranger.arrangeTree({ entries: held.entries, outside }, input);
  const earlier = withKnownLastCommits ? (small ?? (await readMemory(repository))) : undefined;
  if (earlier === undefined) return { tree, lastCommits: undefined };
  const last = await continueKnownWalk(task, earlier, takeFiles(held.entries), signal);
  return { tree, lastCommits: last && arranger.arrangeLastCommits(last, tree) };
}

async function arrangeLastCommits(
  id: number,
  task: ReadTask & { kind: 'lastCommits' },
  signal: AbortSignal,
): Promise<unknown> {
  const arranger = await importArranger(task.module);
  using held = await hold(id, task, rooms.walks, signal);
  return arranger.arrangeLastCommits(
    await readLastCommits(task, takeFiles(held.entries), signal),
    task.arrangedTree,
  );
}

function hold(
  id: number,
  tree: TreeToRead,
  room: Semaphore,
  signal: AbortSignal,
  earlier?: Remembered,
): Promise<HeldTree> {
  return holdTree(tree, {
    signal,
    room,
    earlier,
    onWait: () => tell({ id, isWaiting: true }),
    onProgress: (files) => tell({ id, files }),
  });
}

function tell(message: FromReader): void {
  // A parent that is gone disconnects, which ends this process.
  process.send?.(message, () => undefined);
}
