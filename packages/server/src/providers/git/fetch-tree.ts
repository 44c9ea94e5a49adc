import { listRemoteBranches } from './branches.ts';
import { resolveCommit } from './commit-id.ts';
import { fetchRef, isFresh, refOf } from './fetch-ref.ts';
import { GitError } from './git-errors.ts';
import { runLocalGit } from './remote-session.ts';
import type { RemoteTree, RepositoryContext, Selection, Work } from './repository-context.ts';
import { createTreeReader, type TreeEntry } from './tree.ts';

/** Brings the tip of a branch, or a commit, into the cache without contents, and lists its files. */
export async function fetchTree(
  context: RepositoryContext,
  selection: Selection,
  work: Work,
): Promise<RemoteTree> {
  const wasFresh = isFresh(context);
  try {
    const { branch, commitSha } = await fetchSelection(context, selection, work);
    const entries = await listTree(context, commitSha, work);
    return { branch, commitSha, entries };
  } catch (error) {
    // Half a repository is of no use, and what made it fail must not lie around.
    if (wasFresh) context.cached.discard();
    throw error;
  }
}

async function fetchSelection(
  context: RepositoryContext,
  { branch, commitSha }: Selection,
  work: Work,
): Promise<{ branch: string | null; commitSha: string }> {
  if (commitSha !== undefined) {
    // Git would not even ask for a commit that is in the cache: credentials are checked first.
    const { branches } = await listBranches(context, work);
    if (branches.length === 0) throw emptyRepository();
    if (branch !== undefined && !branches.includes(branch)) throw branchMissing(branch);
    const full = await resolveCommit(context, commitSha, work);
    await fetchRef(context, full, refOf(full), work);
    return { branch: branch ?? null, commitSha: full };
  }
  if (branch !== undefined) {
    return { branch, commitSha: await fetchBranch(context, branch, work) };
  }
  const ref = refOf('HEAD');
  const [fetched, listed] = await Promise.allSettled([
    fetchRef(context, 'HEAD', ref, work),
    listBranches(context, work),
  ]);
  const isMissing = fetched.status === 'rejected' && isBranchMissing(fetched.reason);
  if (fetched.status === 'rejected' && !isMissing) throw fetched.reason;
  if (listed.status === 'rejected') throw listed.reason;
  if (listed.value.branches.length === 0) throw emptyRepository();
  if (listed.value.defaultBranch === null) {
    throw new GitError('BRANCH_MISSING', 'The repository has no default branch. Please name a branch.');
  }
  if (fetched.status === 'rejected') throw fetched.reason;
  return { branch: listed.value.defaultBranch, commitSha: fetched.value };
}

async function fetchBranch(context: RepositoryContext, branch: string, work: Work): Promise<string> {
  try {
    return await fetchRef(context, `refs/heads/${branch}`, refOf(branch), work);
  } catch (error) {
    if (!isBranchMissing(error)) throw error;
    const { branches } = await listBranches(context, work);
    throw branches.length === 0 ? emptyRepository() : branchMissing(branch);
  }
}

function listBranches({ session, cached, limits }: RepositoryContext, { signal }: Work) {
  return listRemoteBranches(session, { folder: cached.folder, limits, signal });
}

const isBranchMissing = (error: unknown) => error instanceof GitError && error.failure === 'BRANCH_MISSING';

const emptyRepository = () => new GitError('EMPTY_REPOSITORY', 'The repository is empty.');

const branchMissing = (branch: string) =>
  new GitError('BRANCH_MISSING', `The branch "${branch}" does not exist in the repository.`);

async function listTree(
  { cached, limits }: RepositoryContext,
  commitSha: string,
  { signal, onProgress }: Work,
): Promise<TreeEntry[]> {
  const reader = createTreeReader(limits.maxTreeFiles);
  await runLocalGit({
    args: ['ls-tree', '-r', '-z', '--full-tree', commitSha],
    folder: cached.folder,
    signal,
    onOutput: (chunk) => {
      reader.take(chunk);
      onProgress?.('READ', reader.entries.length, null);
    },
  });
  return reader.entries;
}
