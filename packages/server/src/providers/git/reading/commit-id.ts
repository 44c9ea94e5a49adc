import type { RepositoryContext, Work } from '../cache/repository-context.ts';
import { GitError } from '../git-errors.ts';
import { listRemoteHeads } from './branches.ts';
import { FULL, findCommit } from './commit-search.ts';

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
