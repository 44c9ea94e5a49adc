import { join } from 'node:path';
import { createRepository, removeRepository } from '../cache/remote-cache.ts';
import type { RepositoryContext, Work } from '../cache/repository-context.ts';
import { runLocalGit } from '../local-git.ts';

/** A whole id, as git writes it. */
export const FULL = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * A remote resolves only full ids and cannot search its history: all commits of its branches, or of one (no trees), are
 * fetched to search.
 */
export async function findCommit(
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
