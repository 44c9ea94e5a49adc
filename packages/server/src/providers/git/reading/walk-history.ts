import { GitError } from '../git-errors.ts';
import { runLocalGit } from '../local-git.ts';
import { createHistoryReader, type LastCommits, LOG_FORMAT } from './history.ts';
import { type Remembered, readMemory, type TreeFiles, writeMemory } from './last-commits-memory.ts';
import type { TreeToRead } from './list-tree.ts';

export interface HistoryToRead extends TreeToRead {
  timeoutMs: number;
}

const CPU_SECONDS = 300;
/** A user waits for known results. */
const KNOWN_TIMEOUT_MS = 10_000;
/** Up to this many new commits are walked again by each pull, because remembering takes longer. */
const FEW_COMMITS = 500;

/** The result of an earlier walk, continued to this commit. Undefined if a complete walk is needed. */
export async function continueKnownWalk(
  tree: TreeToRead,
  earlier: Remembered,
  files: TreeFiles,
  signal: AbortSignal,
): Promise<LastCommits | undefined> {
  try {
    return await continueWalk({ ...tree, timeoutMs: KNOWN_TIMEOUT_MS }, earlier, files, signal);
  } catch (error) {
    if (error instanceof GitError && error.failure === 'TIMEOUT') return undefined;
    throw error;
  }
}

/** The last commit of each file in the wanted folders. */
export async function readLastCommits(
  history: HistoryToRead,
  files: TreeFiles,
  signal: AbortSignal,
): Promise<LastCommits> {
  const { repository, commitSha, folders } = history;
  const known = await continueWalk(history, await readMemory(repository), files, signal);
  if (known !== undefined) return known;
  const { last } = await walk(history, [commitSha], files, signal);
  await writeMemory(repository, { commitSha, folders, last, files });
  return last;
}

/** Undefined without an earlier commit that leads to this one, or if a path is still missing. */
async function continueWalk(
  history: HistoryToRead,
  earlier: Remembered | undefined,
  files: TreeFiles,
  signal: AbortSignal,
): Promise<LastCommits | undefined> {
  const { repository, commitSha, folders } = history;
  if (earlier === undefined) return undefined;
  if (earlier.commitSha === commitSha) return join(NOTHING_NEWER, earlier, files);
  const apart = new AbortController();
  const both = AbortSignal.any([signal, apart.signal]);
  const [isEarlier, newer] = await Promise.allSettled([
    isAncestor(repository, earlier.commitSha, commitSha, signal).then((is) => {
      if (!is) apart.abort();
    }),
    walk(history, [commitSha, `^${earlier.commitSha}`], files, both),
  ]);
  if (isEarlier.status === 'rejected') throw isEarlier.reason;
  if (apart.signal.aborted) return undefined;
  if (newer.status === 'rejected') throw newer.reason;
  const { last, commits } = newer.value;
  const joined = join(last, earlier, files);
  if (joined !== undefined && commits > FEW_COMMITS) {
    await writeMemory(repository, { commitSha, folders, last: joined, files });
  }
  return joined;
}

const NOTHING_NEWER: LastCommits = { commits: [], files: new Map() };

async function isAncestor(
  repository: string,
  earlier: string,
  commitSha: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { code } = await runLocalGit({
    args: ['merge-base', '--is-ancestor', earlier, commitSha],
    folder: repository,
    signal,
    accept: () => true,
  });
  return code === 0;
}

/** The newer findings, and the earlier ones of files that still have the same content. */
function join(newer: LastCommits, earlier: Remembered, { blobIds }: TreeFiles): LastCommits | undefined {
  const joined: LastCommits = { commits: [...newer.commits], files: new Map(newer.files) };
  const moved = new Map<number, number>();
  for (const [path, blobId] of blobIds) {
    const index = earlier.indexOf(path, blobId);
    if (joined.files.has(path)) continue;
    const commit = index === undefined ? undefined : earlier.commits[index];
    if (index === undefined || commit === undefined) return undefined;
    const target = moved.get(index) ?? joined.commits.push(commit) - 1;
    moved.set(index, target);
    joined.files.set(path, target);
  }
  return joined;
}

async function walk(
  { repository, folders = [], root, timeoutMs }: HistoryToRead,
  revisions: string[],
  { blobIds }: TreeFiles,
  signal: AbortSignal,
): Promise<{ last: LastCommits; commits: number }> {
  const reader = createHistoryReader(blobIds, root?.path);
  if (reader.isDone) return reader;
  const done = new AbortController();
  try {
    await runLocalGit({
      args: [
        '--literal-pathspecs',
        'log',
        '-z',
        '--raw',
        '--no-abbrev',
        '--no-renames',
        '-c',
        LOG_FORMAT,
        // Nothing is left out and nothing compared beforehand; the folders alone bound which trees are opened.
        '--full-history',
        '--sparse',
        ...revisions,
        '--',
        ...(root === undefined ? folders : folders.map((folder) => `${root.path}/${folder}`)),
      ],
      folder: repository,
      signal: AbortSignal.any([signal, done.signal]),
      timeoutMs,
      cpuSeconds: CPU_SECONDS,
      maxOutputBytes: Infinity,
      onOutput: (chunk) => {
        reader.take(chunk);
        // All paths have been found: older commits do not matter.
        if (reader.isDone) done.abort();
      },
    });
  } catch (error) {
    if (!done.signal.aborted || signal.aborted) throw error;
  }
  return reader;
}
