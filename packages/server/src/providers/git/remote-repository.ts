import { findRemoteRef, listRemoteHeads, type RemoteHeads } from './branches.ts';
import { isInHistory } from './commit-id.ts';
import { type ReadContent, readContents } from './contents.ts';
import { fetchTree } from './fetch-tree.ts';
import type { LastCommits } from './history.ts';
import { findKnownLastCommits, findLastCommits } from './last-commits.ts';
import { type PushRequest, pushCommit } from './push.ts';
import type { RemoteCommit, RemoteTree, RepositoryContext, Selection, Work } from './repository-context.ts';

/** One remote repository, open for one user. */
export interface RemoteRepository extends AsyncDisposable {
  /** Makes room for those for whom somebody waits, and comes back when there is room for work in the background. */
  goOnLater(signal: AbortSignal): Promise<void>;
  listHeads(work: Work): Promise<RemoteHeads>;
  hasTag(name: string, work: Work): Promise<boolean>;
  /** Whether one of its branches holds the commit. */
  hasCommit(commitSha: string, work: Work): Promise<boolean>;
  /** The files of a commit in the folders that are asked for, without contents. */
  fetchTree(selection: Selection, work: Work): Promise<RemoteTree>;
  /** Contents by blob id, a slice at a time. What is too large for a configuration is told as such. */
  readContents(
    commit: RemoteCommit,
    blobIds: readonly string[],
    work: Work,
  ): AsyncIterable<Map<string, ReadContent>>;
  /** The last commit of each file in the commit's folders. */
  findLastCommits(commit: RemoteCommit, work: Work): Promise<LastCommits>;
  /** The same as far as the cache tells it, without asking the remote. */
  findKnownLastCommits(commit: RemoteCommit, work: Work): Promise<LastCommits | undefined>;
  /** Adds one commit to a branch of the remote, and gives its id. */
  pushCommit(request: PushRequest, work: Work): Promise<string>;
}

/** `goOnLater` swaps the turn that was taken for the one of work in the background. */
export function openRemoteRepository(
  context: RepositoryContext,
  { goOnLater, close }: { goOnLater: (signal: AbortSignal) => Promise<void>; close: () => Promise<void> },
): RemoteRepository {
  const { session, cached, limits } = context;
  return {
    goOnLater,
    listHeads: ({ signal }) => listRemoteHeads(session, { folder: cached.folder, limits, signal }),
    async hasTag(name, { signal }) {
      const { tag } = await findRemoteRef(session, { folder: cached.folder, limits, signal }, name);
      return tag !== undefined;
    },
    hasCommit: (commitSha, work) =>
      cached.exclusively(work.signal, () => isInHistory(context, commitSha, work)),
    fetchTree: (selection, work) => fetchTree(context, selection, work),
    readContents: (commit, blobIds, work) => readContents(context, commit, blobIds, work),
    findLastCommits: (commit, work) => findLastCommits(context, commit, work),
    findKnownLastCommits: (commit, work) => findKnownLastCommits(context, commit, work),
    // The commit to push is named by its branch until it is pushed.
    pushCommit: (request, work) => cached.exclusively(work.signal, () => pushCommit(context, request, work)),
    [Symbol.asyncDispose]: close,
  };
}
