import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitFailure } from '@atrium/contract/configuration/git-failure';
import type { RemoteCommit, RepositoryContext, Work } from '../cache/repository-context.ts';
import { type FetchOptions, fetchRef, isShallow, refOf, shallowFileOf } from '../fetch-ref.ts';
import { GitError } from '../git-errors.ts';
import { runLocalGit } from '../local-git.ts';

/** Other failures, such as a broken connection, may be over at the next pull. */
const COSTLY = new Set<GitFailure>(['TIMEOUT', 'TOO_LARGE']);
/** A remote whose history took too much is not asked for it again for this long. */
const RETRY_AFTER_MS = 24 * 3600 * 1000;

/** Walks the history once without contents, or continues an earlier walk, and processes the results. */
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
      root: commit.root,
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
    throw new GitError(
      'FAILED',
      'The git host could not send the history a short time ago. Please try again later.',
    );
  }
  const [source, target] =
    commit.branch === null
      ? [commit.commitSha, refOf(commit.commitSha)]
      : [`refs/heads/${commit.branch}`, refOf(commit.branch)];
  const fetch = (options: Pick<FetchOptions, 'depth' | 'ignoresShallow'>) =>
    fetchRef(context, source, target, work, {
      filter: 'blob:none',
      timeoutMs: context.limits.historyTimeoutMs,
      ...options,
    });
  try {
    if (await isAlone(context, commit)) {
      await fetch(ANEW);
      if (await isWhole(context, commit, work)) await rm(shallowFileOf(context));
    } else await fetch({ depth: ['--unshallow'] });
  } catch (error) {
    if (!work.signal.aborted && error instanceof GitError && COSTLY.has(error.failure)) {
      await writeFile(marker, String(Date.now()));
    }
    throw error;
  }
}

/**
 * Everything, the commit that is here included. A host has packed its whole history and sends it as it is; what lies
 * below a given commit it has to gather first, which takes it ten times as long.
 */
const ANEW: Pick<FetchOptions, 'depth' | 'ignoresShallow'> = { depth: ['--refetch'], ignoresShallow: true };

/** Whether it is the only commit in the cache that lacks its history. */
async function isAlone(context: RepositoryContext, { commitSha }: RemoteCommit): Promise<boolean> {
  return (await readFile(shallowFileOf(context), 'utf8')).trim() === commitSha;
}

/** Not so if the remote has no history itself, or if its branch has been moved to another one. */
async function isWhole(
  { cached }: RepositoryContext,
  { commitSha }: RemoteCommit,
  { signal }: Work,
): Promise<boolean> {
  const { code } = await runLocalGit(
    {
      args: ['rev-list', '--count', commitSha],
      folder: cached.reader,
      signal,
      accept: () => true,
    },
    { GIT_OBJECT_DIRECTORY: join(cached.folder, 'objects') },
  );
  return code === 0;
}
