import { findRemoteRef, listRemoteHeads, type RemoteHeads } from './branches.ts';
import { isInHistory } from './commit-id.ts';
import { type ReadContent, readContents } from './contents.ts';
import { fetchTree } from './fetch-tree.ts';
import type { LastCommits } from './history.ts';
import { findKnownLastCommits, findLastCommits } from './last-commits.ts';
import { type PushRequest, pushCommit } from './push.ts';
import type { CachedRepository } from './remote-cache.ts';
import type { RemoteSession } from './remote-session.ts';
import type {
  GitProviderLimits,
  RemoteTree,
  RepositoryContext,
  Selection,
  Work,
} from './repository-context.ts';

/** One remote repository, open for one user. */
export interface RemoteRepository extends AsyncDisposable {
  listHeads(work: Work): Promise<RemoteHeads>;
  hasTag(name: string, work: Work): Promise<boolean>;
  /** Whether one of its branches holds the commit. */
  hasCommit(commitSha: string, work: Work): Promise<boolean>;
  /** The files of a commit, without contents. */
  fetchTree(selection: Selection, work: Work): Promise<RemoteTree>;
  /** Contents by blob id, a slice at a time. What is too large for a configuration is told as such. */
  readContents(
    tree: RemoteTree,
    blobIds: readonly string[],
    work: Work,
  ): AsyncIterable<Map<string, ReadContent>>;
  /** The last commit of each of the paths, seen from the tree's commit. */
  findLastCommits(tree: RemoteTree, paths: ReadonlySet<string>, work: Work): Promise<LastCommits>;
  /** The same as far as the cache tells it, without asking the remote. */
  findKnownLastCommits(
    tree: RemoteTree,
    paths: ReadonlySet<string>,
    work: Work,
  ): Promise<LastCommits | undefined>;
  /** Adds one commit to a branch of the remote, and gives its id. */
  pushCommit(request: PushRequest, work: Work): Promise<string>;
}

export function openRemoteRepository(
  session: RemoteSession,
  cached: CachedRepository,
  limits: GitProviderLimits,
): RemoteRepository {
  const context: RepositoryContext = { session, cached, limits };
  return {
    listHeads: ({ signal }) => listRemoteHeads(session, { folder: cached.folder, limits, signal }),
    async hasTag(name, { signal }) {
      const { tag } = await findRemoteRef(session, { folder: cached.folder, limits, signal }, name);
      return tag !== undefined;
    },
    hasCommit: (commitSha, work) => isInHistory(context, commitSha, work),
    fetchTree: (selection, work) => fetchTree(context, selection, work),
    readContents: (tree, blobIds, work) => readContents(context, tree, blobIds, work),
    findLastCommits: (tree, paths, work) => findLastCommits(context, tree, paths, work),
    findKnownLastCommits: (tree, paths, work) => findKnownLastCommits(context, tree, paths, work),
    pushCommit: (request, work) => pushCommit(context, request, work),
    [Symbol.asyncDispose]: () => cached[Symbol.asyncDispose](),
  };
}
