import { join } from 'node:path';
import { createRepository, removeRepository } from '../cache/remote-cache.ts';
import type { RepositoryContext, Work } from '../cache/repository-context.ts';
import type { GitOutput } from '../git-process.ts';
import { runLocalGit } from '../local-git.ts';

/** A whole id, as git writes it. */
export const FULL = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Runs git on fetched commits; any exit code is an answer. */
export type ReadCommits = (args: readonly string[]) => Promise<GitOutput>;

/**
 * A remote resolves only full ids and cannot search its history: all commits of its branches, or of one (no trees), are
 * fetched to search.
 */
export async function findCommit(
  context: RepositoryContext,
  commitSha: string,
  work: Work,
  branch = '*',
): Promise<string | undefined> {
  return withCommits(context, branch, work, async (read) => {
    const { stdout } = await read(['rev-parse', '--verify', '--quiet', `${commitSha}^{commit}`]);
    const full = stdout.toString('latin1').trim();
    return FULL.test(full) ? full : undefined;
  });
}

/** Fetches all commits of a branch, or of all (`*`), without trees, and removes them when they have been read. */
export async function withCommits<Result>(
  { session, cached, limits }: RepositoryContext,
  branch: string,
  { signal }: Work,
  read: (run: ReadCommits) => Promise<Result>,
): Promise<Result> {
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
    return await read((args) =>
      runLocalGit(
        { args, folder: join(folder, 'reader'), signal, accept: () => true },
        { GIT_OBJECT_DIRECTORY: join(folder, 'objects') },
      ),
    );
  } finally {
    await removeRepository(folder);
  }
}
