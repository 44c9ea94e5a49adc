import { CommitId } from '@atrium/contract/configuration/git-request';
import type { Arrangement } from './cache/arrangement.ts';
import type {
  RemoteCommit,
  RemoteTree,
  RepositoryContext,
  Selection,
  Work,
} from './cache/repository-context.ts';
import { fetchRef, isFresh, isShallow, refOf } from './fetch-ref.ts';
import { GitError } from './git-errors.ts';
import { runLocalGit } from './local-git.ts';
import { findRemoteRef, listRemoteBranches } from './reading/branches.ts';
import { isOnBranch, resolveCommit } from './reading/commit-id.ts';
import type { ArrangedTree } from './reading/reader-messages.ts';
import type { TreeEntry } from './reading/tree.ts';
import { findTreeRoot } from './reading/tree-root.ts';

/** Fetches the tip of a branch, or a commit, into the cache without contents, and lists its files. */
export function fetchTree(context: RepositoryContext, selection: Selection, work: Work): Promise<RemoteTree> {
  return fetchAndRead(context, selection, work, (commit) => readTree(context, commit, work));
}

/** The same, arranged by the process that reads; with last commits if it knows them. */
export function fetchArranged(
  context: RepositoryContext,
  selection: Selection,
  arrangement: Arrangement,
  work: Work,
): Promise<RemoteCommit & ArrangedTree> {
  const { limits, reader } = context;
  const { signal, onProgress } = work;
  return fetchAndRead(context, selection, work, async (commit) => {
    const tree = { repository: context.cached.folder, ...commit, maxFiles: limits.maxTreeFiles };
    const arranged = await reader.arrangeTree(tree, arrangement, {
      signal,
      withKnownLastCommits: !isShallow(context),
      onWait: () => onProgress?.('WAIT', 0, null),
      onProgress: (files) => onProgress?.('READ', files, null),
    });
    return { ...commit, ...arranged };
  });
}

async function fetchAndRead<Read>(
  context: RepositoryContext,
  selection: Selection,
  work: Work,
  read: (commit: RemoteCommit) => Promise<Read>,
): Promise<Read> {
  const wasFresh = isFresh(context);
  try {
    const { branch, commitSha } = await context.cached.exclusively(work.signal, () =>
      fetchSelection(context, selection, work),
    );
    const place = { repository: context.cached.folder, commitSha, path: context.root };
    const root = await findTreeRoot(place, work.signal);
    return await read({ branch, commitSha, folders: selection.folders, root });
  } catch (error) {
    // Half a repository is useless, and the cause of the failure must not stay in the cache.
    if (wasFresh) context.cached.discard();
    if (wasFresh || !(error instanceof GitError) || error.failure !== 'DAMAGED') throw error;
  }
  // The remote may be sound and just not go with the cache, such as a shallow copy in the place of a whole repository.
  await context.startAgain();
  return fetchAndRead(context, selection, work, read);
}

async function fetchSelection(
  context: RepositoryContext,
  { branch, commitSha, ref }: Selection,
  work: Work,
): Promise<{ branch: string | null; commitSha: string }> {
  if (ref !== undefined) return { branch: null, commitSha: await fetchOther(context, ref, work) };
  if (commitSha !== undefined) {
    // Git would not even ask for a commit that is in the cache: credentials are checked first.
    const { branch: tip, head } = await findRef(context, work, branch);
    if (tip === undefined && (branch !== undefined || head === undefined)) {
      await refuseEmpty(context, work);
      if (branch !== undefined) throw branchMissing(branch);
    }
    const id = await resolveCommit(context, commitSha, work);
    await fetchRef(context, id, refOf(id), work);
    const full = await readCommitId(context, refOf(id), `"${commitSha}" is not the sha of a commit.`, work);
    // The base of a branch must be one of its own states, or the next merge with it takes the work of others out again.
    const isOfBranch =
      branch !== undefined &&
      (tip === full || (await isOnBranch(context, { branch, commitSha: full }, work)));
    return { branch: isOfBranch ? branch : null, commitSha: full };
  }
  if (branch !== undefined) return fetchNamed(context, branch, work);
  const [fetched, found] = await Promise.allSettled([
    fetchRef(context, 'HEAD', refOf('HEAD'), work),
    findRef(context, work),
  ]);
  const isMissing = fetched.status === 'rejected' && isBranchMissing(fetched.reason);
  if (fetched.status === 'rejected' && !isMissing) throw fetched.reason;
  if (found.status === 'rejected') throw found.reason;
  const { defaultBranch } = found.value;
  if (defaultBranch === null) {
    await refuseEmpty(context, work);
    throw new GitError('BRANCH_MISSING', 'The repository has no default branch. Please choose a branch.');
  }
  if (fetched.status === 'rejected') throw fetched.reason;
  return { branch: defaultBranch, commitSha: fetched.value };
}

async function fetchOther(context: RepositoryContext, ref: string, work: Work): Promise<string> {
  try {
    return await fetchRef(context, ref, refOf(ref), work);
  } catch (error) {
    if (!isBranchMissing(error)) throw error;
    throw new GitError('BRANCH_MISSING', `The repository has no "${ref}".`);
  }
}

/** A branch, or a tag where no branch has the name: that is the commit it names. */
async function fetchNamed(
  context: RepositoryContext,
  name: string,
  work: Work,
): Promise<{ branch: string | null; commitSha: string }> {
  try {
    const commitSha = await fetchRef(context, `refs/heads/${name}`, refOf(name), work);
    return { branch: name, commitSha };
  } catch (error) {
    if (!isBranchMissing(error)) throw error;
    const { tag } = await findRef(context, work, name);
    if (tag !== undefined) return { branch: null, commitSha: await fetchTag(context, name, work) };
    await refuseEmpty(context, work);
    throw branchMissing(name);
  }
}

async function fetchTag(context: RepositoryContext, name: string, work: Work): Promise<string> {
  const ref = refOf(`tag ${name}`);
  await fetchRef(context, `refs/tags/${name}`, ref, work);
  return readCommitId(context, ref, `The tag "${name}" does not name a commit.`, work);
}

/** An annotated tag is a separate object, and a ref may name something other than a commit. */
async function readCommitId(
  context: RepositoryContext,
  ref: string,
  otherwise: string,
  work: Work,
): Promise<string> {
  const { code, stdout } = await runLocalGit({
    args: ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`],
    folder: context.cached.folder,
    signal: work.signal,
    accept: () => true,
  });
  if (code !== 0) throw new GitError('COMMIT_MISSING', otherwise);
  return stdout.toString('latin1').trim();
}

function findRef({ session, cached, limits }: RepositoryContext, { signal }: Work, name?: string) {
  return findRemoteRef(session, { folder: cached.folder, limits, signal }, name);
}

async function refuseEmpty({ session, cached, limits }: RepositoryContext, { signal }: Work): Promise<void> {
  const call = { folder: cached.folder, limits, signal };
  const { branches, tags } = await listRemoteBranches(session, call);
  if (branches.length > 0) return;
  const hint = tags.length === 0 ? 'is empty.' : 'has no branches, only tags. Enter a tag as the branch.';
  throw new GitError('EMPTY_REPOSITORY', `The repository ${hint}`);
}

const isBranchMissing = (error: unknown) => error instanceof GitError && error.failure === 'BRANCH_MISSING';

const branchMissing = (branch: string) =>
  new GitError(
    'BRANCH_MISSING',
    `The branch "${branch}" does not exist in the repository.${isCommitId(branch) ? COMMIT_FIELD_HINT : ''}`,
  );

const isCommitId = (name: string) => CommitId.safeParse(name).success;

const COMMIT_FIELD_HINT = " It looks like a commit sha: enter it under 'Revert to commit sha'.";

/** Most trees are small. A large tree is read again when memory is available; until then its entries are released. */
async function readTree(context: RepositoryContext, commit: RemoteCommit, work: Work): Promise<RemoteTree> {
  const { maxTreeFiles } = context.limits;
  const isLarge = (error: unknown) =>
    error instanceof GitError && error.failure === 'TOO_MANY_FILES' && SMALL_TREE_FILES < maxTreeFiles;
  await context.makeRoom(SMALL_TREE_FILES, work);
  try {
    return await listTree(context, commit, Math.min(SMALL_TREE_FILES, maxTreeFiles), work);
  } catch (error) {
    if (!isLarge(error)) throw error;
  }
  await context.makeRoom(maxTreeFiles, work);
  return listTree(context, commit, maxTreeFiles, work);
}

const SMALL_TREE_FILES = 10_000;

async function listTree(
  { cached, reader }: RepositoryContext,
  commit: RemoteCommit,
  maxFiles: number,
  { signal, onProgress }: Work,
): Promise<RemoteTree> {
  const entries: TreeEntry[] = [];
  const tree = { repository: cached.folder, ...commit, maxFiles };
  const outside = await reader.readTree(tree, signal, (more) => {
    for (const entry of more) entries.push(entry);
    onProgress?.('READ', entries.length, null);
  });
  return { ...commit, entries, outside };
}
