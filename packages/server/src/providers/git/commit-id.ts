import { join } from 'node:path';
import { GitError } from './git-errors.ts';
import { createRepository, removeRepository } from './remote-cache.ts';
import { runLocalGit } from './remote-session.ts';
import type { RepositoryContext, Work } from './repository-context.ts';

const FULL = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The full id of a shortened one. A remote knows full ids only, so all commits (no trees) are fetched to look. */
export async function resolveCommit(
  { session, cached, limits }: RepositoryContext,
  commitSha: string,
  { signal }: Work,
): Promise<string> {
  if (FULL.test(commitSha)) return commitSha;
  // Apart from the cache, where commits without trees would be taken for whole ones.
  const folder = join(cached.folder, 'commits');
  await createRepository(folder);
  try {
    await session.remote({
      args: [
        ...['fetch', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--filter=tree:0'],
        ...['origin', '+refs/heads/*:refs/heads/*'],
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
    if (FULL.test(full)) return full;
    throw new GitError('COMMIT_MISSING', `The commit "${commitSha}" does not exist, or is not the only one.`);
  } finally {
    await removeRepository(folder);
  }
}
