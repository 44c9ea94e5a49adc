import { GitError } from './git-errors.ts';
import { createHistoryReader, type LastCommits, LOG_FORMAT } from './history.ts';
import { type Remembered, readMemory, writeMemory } from './last-commits-memory.ts';
import { listTree, type TreeToRead } from './list-tree.ts';
import { runLocalGit } from './local-git.ts';

export interface HistoryToRead extends TreeToRead {
  timeoutMs: number;
  /** Only what the memory of an earlier walk tells, continued to this commit. */
  isKnownOnly: boolean;
}

const CPU_SECONDS = 300;
/** For what is known somebody waits. */
const KNOWN_TIMEOUT_MS = 10_000;

/** The last commit of each file in the wanted folders. Undefined when a whole walk is needed and not asked for. */
export async function readLastCommits(
  history: HistoryToRead,
  signal: AbortSignal,
): Promise<LastCommits | undefined> {
  const { repository, commitSha, isKnownOnly } = history;
  const earlier = await readMemory(repository);
  if (earlier === undefined && isKnownOnly) return undefined;
  const wanted = new Map<string, string>();
  await listTree(history, signal, (entries) => {
    for (const { path, blobId } of entries) wanted.set(path, blobId);
  });
  const known = earlier && (await continueWalk(history, earlier, wanted, signal));
  if (known !== undefined && known === earlier?.last) return known;
  if (known === undefined && isKnownOnly) return undefined;
  const last = known ?? (await walk(history, [commitSha], wanted, signal));
  await writeMemory(repository, { commitSha, last, blobIds: wanted });
  return last;
}

/** Undefined when the earlier commit does not lead to this one, or a path is missing all the same. */
async function continueWalk(
  history: HistoryToRead,
  earlier: Remembered,
  wanted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<LastCommits | undefined> {
  const { repository, commitSha, isKnownOnly } = history;
  let newer: LastCommits = { commits: [], files: new Map() };
  if (earlier.commitSha !== commitSha) {
    const { code } = await runLocalGit({
      args: ['merge-base', '--is-ancestor', earlier.commitSha, commitSha],
      folder: repository,
      signal,
      accept: () => true,
    });
    if (code !== 0) return undefined;
    try {
      newer = await walk(history, [commitSha, `^${earlier.commitSha}`], wanted, signal);
    } catch (error) {
      if (isKnownOnly && error instanceof GitError && error.failure === 'TIMEOUT') return undefined;
      throw error;
    }
  }
  return join(newer, earlier, wanted);
}

/** The newer findings, and the earlier ones of files that still have the same content. */
function join(
  newer: LastCommits,
  { last: older, blobIds }: Remembered,
  wanted: ReadonlyMap<string, string>,
): LastCommits | undefined {
  if (newer.files.size === 0 && older.files.size === wanted.size && isSame(blobIds, wanted)) return older;
  const joined: LastCommits = { commits: [...newer.commits], files: new Map(newer.files) };
  const moved = new Map<number, number>();
  for (const [path, blobId] of wanted) {
    if (joined.files.has(path)) continue;
    const index = blobIds.get(path) === blobId ? older.files.get(path) : undefined;
    const commit = index === undefined ? undefined : older.commits[index];
    if (index === undefined || commit === undefined) return undefined;
    const target = moved.get(index) ?? joined.commits.push(commit) - 1;
    moved.set(index, target);
    joined.files.set(path, target);
  }
  return joined;
}

function isSame(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): boolean {
  for (const [path, blobId] of others) if (some.get(path) !== blobId) return false;
  return true;
}

async function walk(
  { repository, folders = [], timeoutMs, isKnownOnly }: HistoryToRead,
  revisions: string[],
  wanted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<LastCommits> {
  const reader = createHistoryReader(wanted);
  if (reader.isDone) return reader.last;
  const done = new AbortController();
  try {
    await runLocalGit({
      args: [
        ...['--literal-pathspecs', 'log', '-z', '--raw', '--no-abbrev', '--no-renames', '-c', LOG_FORMAT],
        // Nothing is left out and nothing compared beforehand; the folders alone bound which trees are opened.
        ...['--full-history', '--sparse', ...revisions, '--', ...folders],
      ],
      folder: repository,
      signal: AbortSignal.any([signal, done.signal]),
      timeoutMs: isKnownOnly ? KNOWN_TIMEOUT_MS : timeoutMs,
      cpuSeconds: CPU_SECONDS,
      maxOutputBytes: Infinity,
      onOutput: (chunk) => {
        reader.take(chunk);
        // Every path has been seen: what is older does not matter.
        if (reader.isDone) done.abort();
      },
    });
  } catch (error) {
    if (!done.signal.aborted || signal.aborted) throw error;
  }
  return reader.last;
}
