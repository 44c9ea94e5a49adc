import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchRef, isShallow, refOf } from './fetch-ref.ts';
import { GitError } from './git-errors.ts';
import type { RemoteCommit, RepositoryContext, Work } from './repository-context.ts';

/** A remote whose history could not be fetched is not asked for it again for this long. */
const RETRY_AFTER_MS = 24 * 3600 * 1000;

/** Walks the history once without contents, or from where an earlier walk began, and arranges what it finds. */
export async function arrangeLastCommits(
  context: RepositoryContext,
  commit: RemoteCommit,
  arrangement: { module: string; arrangedTree: unknown },
  work: Work,
): Promise<unknown> {
  const { cached, limits, reader } = context;
  if (isShallow(context)) {
    const fetching = async () => {
      // Someone else may have fetched it while this one waited.
      if (isShallow(context)) await fetchHistory(context, commit, work);
    };
    await cached.exclusively(work.signal, fetching, { isLong: true });
  }
  return reader.arrangeLastCommits(
    {
      repository: cached.folder,
      commitSha: commit.commitSha,
      folders: commit.folders,
      maxFiles: limits.maxTreeFiles,
      timeoutMs: limits.historyTimeoutMs,
    },
    arrangement,
    work.signal,
  );
}

async function fetchHistory(context: RepositoryContext, commit: RemoteCommit, work: Work): Promise<void> {
  const marker = join(context.cached.folder, 'history-unavailable');
  const failedAt = Number(await readFile(marker, 'utf8').catch(() => '0'));
  if (Date.now() - failedAt < RETRY_AFTER_MS) {
    throw new GitError('FAILED', 'The remote did not send its history the last time.');
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
