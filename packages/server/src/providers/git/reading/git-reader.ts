import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@atrium/host/child-environment';
import { Supervisor } from '@atrium/host/supervisor';
import type { Arrangement } from '../cache/arrangement.ts';
import { GitError } from '../git-errors.ts';
import { abortReason } from '../git-process.ts';
import { createGitSemaphore } from '../git-semaphore.ts';
import type { TreeToRead } from './list-tree.ts';
import type { ArrangedTree, FromReader, ReadTask, ToReader } from './reader-messages.ts';
import type { OutsideFiles, TreeEntry } from './tree.ts';
import type { HistoryToRead } from './walk-history.ts';

/** Reads trees and histories in a separate process, whose death only ends its own tasks. */
export interface GitReader {
  /** Reports the files in the wanted folders in batches, and at the end those outside. */
  readTree(
    tree: TreeToRead,
    signal: AbortSignal,
    onEntries: (entries: TreeEntry[]) => void,
  ): Promise<OutsideFiles>;
  /** The arranged tree, with its last commits if they are known and requested. */
  arrangeTree(
    tree: TreeToRead,
    arrangement: Arrangement,
    reading: Reading & { withKnownLastCommits: boolean },
  ): Promise<ArrangedTree>;
  /** The last commits, arranged for their tree. */
  arrangeLastCommits(
    history: HistoryToRead,
    arrangement: { module: string; arrangedTree: unknown },
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Starts the process before it is needed, and keeps it until it is not needed any more. */
  hold(): Disposable;
  /** Process id, while there is a process. */
  readonly pid: number | undefined;
  close(): void;
}

interface Reading {
  signal: AbortSignal;
  onWait?: () => void;
  onProgress?: (files: number) => void;
}

/** Callbacks for messages of a task before its result. */
interface Listening extends Reading {
  onEntries?: (entries: TreeEntry[]) => void;
}

interface Pending extends Listening {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

const PROGRAM = fileURLToPath(new URL('./reader-process.ts', import.meta.url));
/** It ends when no repository was open for this long, and is started again when needed. */
const IDLE_MS = 30_000;
/** Complete walks over histories take long; what someone waits for is not queued behind them. */
const LANES = {
  walks: { permits: 2, permitsPerKey: 2, maxWaiting: Infinity },
  others: { permits: 3, permitsPerKey: 3, maxWaiting: Infinity },
};

/** `modules` are the ones that will process trees and histories. */
export function createGitReader(memoryMegabytes: number, modules: readonly string[] = []): GitReader {
  const pending = new Map<number, Pending>();
  const walks = createGitSemaphore(LANES.walks);
  const others = createGitSemaphore(LANES.others);
  let lastId = 0;
  let holders = 0;

  const supervisor = new Supervisor({
    start() {
      const child = fork(PROGRAM, modules, {
        env: childEnvironment(),
        execArgv: [`--max-old-space-size=${memoryMegabytes}`, '--no-warnings'],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', (message: FromReader) => hear(message));
      // It never keeps the server from ending.
      child.unref();
      child.channel?.unref();
      return { child, state: undefined };
    },
    idle: { afterMs: IDLE_MS, isUsed: () => pending.size > 0 || holders > 0 },
    onEnded() {
      for (const { reject } of pending.values()) reject(readerLost());
    },
  });

  function hear(message: FromReader): void {
    const task = pending.get(message.id);
    if ('entries' in message) task?.onEntries?.(message.entries);
    else if ('files' in message) task?.onProgress?.(message.files);
    else if ('isWaiting' in message) task?.onWait?.();
    else if ('result' in message) task?.resolve(message.result);
    else task?.reject(new GitError(message.failure, message.message));
  }

  function hold(): Disposable {
    supervisor.wake();
    holders += 1;
    return {
      [Symbol.dispose]() {
        holders -= 1;
      },
    };
  }

  async function read(task: ReadTask, listening: Listening): Promise<unknown> {
    const { signal, onWait } = listening;
    const lane = task.kind === 'lastCommits' ? walks : others;
    using _permit = await lane.acquire('', { signal, onWait });
    const reader = supervisor.wake()?.child;
    if (reader === undefined) throw readerLost();
    const id = ++lastId;
    const send = (message: ToReader) => reader.send(message, () => undefined);
    const cancel = () => send({ id, isCanceled: true });
    // While someone waits for it, it keeps the server running.
    reader.channel?.ref();
    try {
      return await new Promise((resolve, reject) => {
        pending.set(id, { ...listening, resolve, reject });
        signal.addEventListener('abort', cancel, { once: true });
        send({ id, task });
      });
    } catch (error) {
      throw signal.aborted ? abortReason(signal) : error;
    } finally {
      signal.removeEventListener('abort', cancel);
      pending.delete(id);
      if (pending.size === 0) reader.channel?.unref();
    }
  }

  return {
    hold,
    get pid() {
      return supervisor.current?.child.pid;
    },
    readTree: (tree, signal, onEntries) =>
      read({ kind: 'tree', ...tree }, { signal, onEntries }) as Promise<OutsideFiles>,
    arrangeTree: (tree, arrangement, { withKnownLastCommits, ...reading }) =>
      read(
        { kind: 'arrangedTree', arrangement, withKnownLastCommits, ...tree },
        reading,
      ) as Promise<ArrangedTree>,
    arrangeLastCommits: (history, arrangement, signal) =>
      read({ kind: 'lastCommits', ...arrangement, ...history }, { signal }),
    close: () => supervisor.release(),
  };
}

const readerLost = () =>
  new GitError(
    'FAILED',
    'Reading the repository ended unexpectedly. Please pull again; nothing was changed.',
  );
