import type { Arrangement } from './cache/arrangement.ts';
import type {
  RemoteCommit,
  RemoteTree,
  RepositoryContext,
  Selection,
  Work,
} from './cache/repository-context.ts';
import { fetchArranged, fetchTree } from './fetch-tree.ts';
import { type PushRequest, pushCommit } from './push.ts';
import { findRemoteRef, listRemoteHeads, type RemoteHeads } from './reading/branches.ts';
import { isInHistory } from './reading/commit-id.ts';
import { type BranchRange, type CommitsSince, listCommitsSince } from './reading/commits-since.ts';
import { type ReadContent, readContents } from './reading/contents.ts';
import { arrangeLastCommits } from './reading/last-commits.ts';
import type { ArrangedTree } from './reading/reader-messages.ts';

/** A remote repository, open for one user. */
export interface RemoteRepository extends AsyncDisposable {
  /** Makes room for those for whom someone waits, and comes back when there is room for work in the background. */
  goOnLater(signal: AbortSignal): Promise<void>;
  listHeads(work: Work): Promise<RemoteHeads>;
  hasTag(name: string, work: Work): Promise<boolean>;
  /** Whether one of its branches holds the commit. */
  hasCommit(commitSha: string, work: Work): Promise<boolean>;
  /** Commits of a branch since an earlier one, newest first; undefined if the branch no longer contains that one. */
  listCommitsSince(range: BranchRange, limit: number, work: Work): Promise<CommitsSince | undefined>;
  /** The files of a commit in the requested folders, without contents. */
  fetchTree(selection: Selection, work: Work): Promise<RemoteTree>;
  /**
   * Contents by blob id, a slice at a time. What is too large for a configuration is reported as such. The ids
   * come in slices too, and are read several times.
   */
  readContents(
    commit: RemoteCommit,
    blobIds: Iterable<readonly string[]>,
    work: Work,
  ): AsyncIterable<Map<string, ReadContent>>;
  /** The same as the arrangement makes it, with last commits if the cache knows them. */
  fetchArranged(
    selection: Selection,
    arrangement: Arrangement,
    work: Work,
  ): Promise<RemoteCommit & ArrangedTree>;
  /** The last commit of each file in the commit's folders, as the arrangement makes them of its tree. */
  arrangeLastCommits(
    commit: RemoteCommit,
    arrangement: { module: string; arrangedTree: unknown },
    work: Work,
  ): Promise<unknown>;
  /** Adds one commit to a branch of the remote, and returns its id. */
  pushCommit(request: PushRequest, work: Work): Promise<string>;
}

/** `goOnLater` exchanges the permit for one of background work. */
export function openRemoteRepository(
  context: RepositoryContext,
  { goOnLater, close }: { goOnLater: (signal: AbortSignal) => Promise<void>; close: () => Promise<void> },
): RemoteRepository {
  const { session, limits } = context;
  return {
    goOnLater,
    listHeads: ({ signal }) => listRemoteHeads(session, { folder: context.cached.folder, limits, signal }),
    async hasTag(name, { signal }) {
      const { tag } = await findRemoteRef(session, { folder: context.cached.folder, limits, signal }, name);
      return tag !== undefined;
    },
    hasCommit: (commitSha, work) =>
      context.cached.exclusively(work.signal, () => isInHistory(context, commitSha, work)),
    listCommitsSince: (range, limit, work) =>
      context.cached.exclusively(work.signal, () => listCommitsSince(context, range, limit, work)),
    fetchTree: (selection, work) => fetchTree(context, selection, work),
    readContents: (commit, blobIds, work) => readContents(context, commit, blobIds, work),
    fetchArranged: (selection, arrangement, work) => fetchArranged(context, selection, arrangement, work),
    arrangeLastCommits: (commit, arrangement, work) => arrangeLastCommits(context, commit, arrangement, work),
    // The commit to push is named by its branch until it is pushed.
    pushCommit: (request, work) =>
      context.cached.exclusively(work.signal, () => pushCommit(context, inRoot(context.root, request), work)),
    [Symbol.asyncDispose]: close,
  };
}

/** Changes by paths of the whole repository. */
function inRoot(root: string, request: PushRequest): PushRequest {
  if (root === '') return request;
  const changes = new Map([...request.changes].map(([path, file]) => [`${root}/${path}`, file]));
  return { ...request, changes };
}
