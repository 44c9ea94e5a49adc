import { join } from 'node:path';
import { listRemoteHeads } from './branches.ts';
import { GitError } from './git-errors.ts';
import { runLocalGit } from './local-git.ts';
import { createRepository, removeRepository } from './remote-cache.ts';
import type { RepositoryContext, Work } from './repository-context.ts';

const FULL = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The full id of a shortened one. */
export async function resolveCommit(
  context: RepositoryContext,
  commitSha: string,
  work: Work,
): Promise<string> {
  if (FULL.test(commitSha)) return commitSha;
  const full = await findCommit(context, commitSha, work);
  if (full !== undefined) return full;
  throw new GitError(
    'COMMIT_MISSING',
    `The commit "${commitSha}" does not exist, or several commits begin with these digits. Enter more digits.`,
  );
}

/** Whether a branch contains the commit. A host may also serve commits that a rewritten history has left behind. */
export async function isInHistory(
  context: RepositoryContext,
  commitSha: string,
  work: Work,
): Promise<boolean> {
  const { session, cached, limits } = context;
  const { heads } = await listRemoteHeads(session, { folder: cached.folder, limits, signal: work.signal });
  if ([...heads.values()].includes(commitSha)) return true;
  return (await findCommit(context, commitSha, work)) !== undefined;
}

/** Whether one branch, which is there, contains the commit. */
export async function isOnBranch(
  context: RepositoryContext,
  { branch, commitSha }: { branch: string; commitSha: string },
  work: Work,
): Promise<boolean> {
  return (await findCommit(context, commitSha, work, branch)) !== undefined;
}

/**
 * A remote resolves only full ids and cannot search its history: all commits of its branches, or of one (no trees), are
 * fetched to search.
 */
async function findCommit(
  { session, cached, limits }: RepositoryContext,
  commitSha: string,
  { signal }: Work,
  branch = '*',
): Promise<string | undefined> {
  // Separate from the cache, where commits without trees would be mistaken for complete ones.
  const folder = join(cached.folder, 'commits');
  await createRepository(folder);
  try {
    await session.remote({
      args: [
        'fetch',
        '--no-tags',
        '--no-write-fetch-head',
        '--no-auto-maintenance',
        '--filter=tree:0',
        'origin',
        `+refs/heads/${branch}:refs/heads/${branch}`,
      ],
      folder,
      limits,
      signal,
    });
    const reader = join(folder, 'reader');
    const { stdout } = await runLocalGit(
      {
        args: ['rev-parse', '--verify', '--quiet', `${commitSha}^{commit}`],
        folder: reader,
        signal,
        accept: () => true,
      },
      { GIT_OBJECT_DIRECTORY: join(folder, 'objects') },
    );
    const full = stdout.toString('latin1').trim();
    return FULL.test(full) ? full : undefined;
  } finally {
    await removeRepository(folder);
  }
}
