import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchRef, isShallow, refOf } from './fetch-ref.ts';
import { GitError } from './git-errors.ts';
import { createHistoryReader, joinLastCommits, type LastCommits, LOG_FORMAT } from './history.ts';
import { runLocalGit } from './remote-session.ts';
import type { RemoteTree, RepositoryContext, Work } from './repository-context.ts';

interface Remembered {
  commitSha: string;
  last: LastCommits;
}

const MEMORY = 'last-commits';

/** A remote whose history could not be had is not asked for it again for this long. */
const RETRY_AFTER_MS = 24 * 3600 * 1000;

/** What an earlier walk tells, continued to this commit. Undefined when the remote would have to be asked. */
export async function findKnownLastCommits(
  context: RepositoryContext,
  tree: RemoteTree,
  paths: ReadonlySet<string>,
  work: Work,
): Promise<LastCommits | undefined> {
  if (isShallow(context)) return undefined;
  const memory = join(context.cached.folder, MEMORY);
  const earlier = await readMemory(memory);
  if (earlier === undefined) return undefined;
  const known = await continueWalk(context, tree.commitSha, earlier, paths, work);
  if (known !== undefined && known !== earlier.last) await writeMemory(memory, tree.commitSha, known);
  return known;
}

/** Walks the history once without contents, or from where an earlier walk began. */
export async function findLastCommits(
  context: RepositoryContext,
  tree: RemoteTree,
  paths: ReadonlySet<string>,
  work: Work,
): Promise<LastCommits> {
  if (isShallow(context)) await fetchHistory(context, tree, work);
  const known = await findKnownLastCommits(context, tree, paths, work);
  if (known !== undefined) return known;
  const last = await walk(context, [tree.commitSha], paths, work);
  await writeMemory(join(context.cached.folder, MEMORY), tree.commitSha, last);
  return last;
}

async function fetchHistory(context: RepositoryContext, tree: RemoteTree, work: Work): Promise<void> {
  const marker = join(context.cached.folder, 'history-unavailable');
  const failedAt = Number(await readFile(marker, 'utf8').catch(() => '0'));
  if (Date.now() - failedAt < RETRY_AFTER_MS) {
    throw new GitError('FAILED', 'The remote did not tell its history when it was last asked.');
  }
  const [source, target] =
    tree.branch === null
      ? [tree.commitSha, refOf(tree.commitSha)]
      : [`refs/heads/${tree.branch}`, refOf(tree.branch)];
  try {
    await fetchRef(context, source, target, work, {
      filter: 'blob:none',
      depth: ['--unshallow'],
      timeoutMs: context.limits.historyTimeoutMs,
    });
  } catch (error) {
    if (!work.signal.aborted) await writeFile(marker, String(Date.now()));
    throw error;
  }
}

/** Undefined when the earlier commit does not lead to this one, or a path is missing all the same. */
async function continueWalk(
  context: RepositoryContext,
  commitSha: string,
  earlier: Remembered,
  paths: ReadonlySet<string>,
  work: Work,
): Promise<LastCommits | undefined> {
  let last = earlier.last;
  if (earlier.commitSha !== commitSha) {
    const { code } = await runLocalGit({
      args: ['merge-base', '--is-ancestor', earlier.commitSha, commitSha],
      folder: context.cached.folder,
      signal: work.signal,
      accept: () => true,
    });
    if (code !== 0) return undefined;
    const newer = await walk(context, [commitSha, `^${earlier.commitSha}`], paths, work);
    last = joinLastCommits(newer, earlier.last, paths);
  }
  for (const path of paths) if (!last.files.has(path)) return undefined;
  return last;
}

async function walk(
  { cached, limits }: RepositoryContext,
  revisions: string[],
  paths: ReadonlySet<string>,
  { signal }: Work,
): Promise<LastCommits> {
  const reader = createHistoryReader(paths);
  const done = new AbortController();
  try {
    await runLocalGit({
      args: ['log', '-z', '--raw', '--no-renames', '-c', LOG_FORMAT, ...revisions, '--'],
      folder: cached.folder,
      signal: AbortSignal.any([signal, done.signal]),
      timeoutMs: limits.historyTimeoutMs,
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

async function readMemory(file: string): Promise<Remembered | undefined> {
  try {
    const { commitSha, commits, files } = JSON.parse(await readFile(file, 'utf8')) as {
      commitSha: string;
      commits: [string, number, string, string][];
      files: [string, number][];
    };
    return {
      commitSha,
      last: {
        commits: commits.map(([sha, at, author, message]) => {
          return { commitSha: sha, committedOn: new Date(at), author, message };
        }),
        files: new Map(files),
      },
    };
  } catch {
    return undefined;
  }
}

async function writeMemory(file: string, commitSha: string, last: LastCommits): Promise<void> {
  const commits = last.commits.map((commit) => [
    commit.commitSha,
    commit.committedOn.getTime(),
    commit.author,
    commit.message,
  ]);
  await writeFile(file, JSON.stringify({ commitSha, commits, files: [...last.files] }), { mode: 0o600 });
}
