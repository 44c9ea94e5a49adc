import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchRef, isShallow, refOf } from './fetch-ref.ts';
import { GitError } from './git-errors.ts';
import type { LastCommits } from './history.ts';
import type { RemoteCommit, RepositoryContext, Work } from './repository-context.ts';

/** A remote whose history could not be had is not asked for it again for this long. */
const RETRY_AFTER_MS = 24 * 3600 * 1000;

/** What an earlier walk tells, continued to this commit. Undefined when the remote would have to be asked. */
export async function findKnownLastCommits(
  context: RepositoryContext,
  commit: RemoteCommit,
  { signal }: Work,
): Promise<LastCommits | undefined> {
  return isShallow(context) ? undefined : readHistory(context, commit, true, signal);
}

/** Walks the history once without contents, or from where an earlier walk began. */
export async function findLastCommits(
  context: RepositoryContext,
  commit: RemoteCommit,
  work: Work,
): Promise<LastCommits> {
  if (isShallow(context)) {
    const fetching = async () => {
      // Somebody else may have fetched it while this one waited.
      if (isShallow(context)) await fetchHistory(context, commit, work);
    };
    await context.cached.exclusively(work.signal, fetching, { isLong: true });
  }
  const last = await readHistory(context, commit, false, work.signal);
  if (last === undefined) throw new GitError('FAILED', 'The history could not be read.');
  return last;
}

function readHistory(
  { cached, limits, reader }: RepositoryContext,
  { commitSha, folders }: RemoteCommit,
  isKnownOnly: boolean,
  signal: AbortSignal,
): Promise<LastCommits | undefined> {
  return reader.readLastCommits(
    {
      ...{ repository: cached.folder, commitSha, folders, isKnownOnly },
      maxFiles: limits.maxTreeFiles,
      timeoutMs: limits.historyTimeoutMs,
    },
    signal,
  );
}

async function fetchHistory(context: RepositoryContext, commit: RemoteCommit, work: Work): Promise<void> {
  const marker = join(context.cached.folder, 'history-unavailable');
  const failedAt = Number(await readFile(marker, 'utf8').catch(() => '0'));
  if (Date.now() - failedAt < RETRY_AFTER_MS) {
    throw new GitError('FAILED', 'The remote did not tell its history when it was last asked.');
  }
  const [source, target] =
    commit.branch === null
      ? [commit.commitSha, refOf(commit.commitSha)]
      : [`refs/heads/${commit.branch}`, refOf(commit.branch)];
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
