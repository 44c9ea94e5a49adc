import { UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { RemoteTree } from '../../providers/git/cache/repository-context.ts';
import { GitError } from '../../providers/git/git-errors.ts';
import { branchInTheWay } from '../../providers/git/push.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { OperationHandle } from '../operations.service.ts';
import { buildManifest } from '../pull/manifest.ts';
import { type Exchange, findExchange, listNewestExchanges } from '../versions/exchange.repository.ts';

/** Branch of a repository's first commit, where neither the request nor the repository names one. */
const FIRST_BRANCH = 'main';

const FULL_COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Branch of a push, and the tree and exchanges that it is compared with. */
export interface Target {
  branch: string;
  isNewBranch: boolean;
  defaultBranch: string | null;
  /** The commit to build on, with its files; undefined in an empty repository. */
  tree: RemoteTree | undefined;
  /** Last exchange of each service: with the branch, or with the remote if the branch is new. */
  exchanges: readonly Exchange[];
}

/** Domain, services and branch of a push. */
export interface PushPlace {
  domainId: string;
  gitUrl: string;
  /** The remote's default branch when absent. */
  branch: string | undefined;
  services: readonly { id: string; name: string }[];
}

export async function findTarget(
  db: Store,
  remote: RemoteRepository,
  { domainId, gitUrl, branch: asked, services }: PushPlace,
  work: OperationHandle,
): Promise<Target> {
  const { heads, head, defaultBranch } = await remote.listHeads(work);
  const isEmpty = heads.size === 0;
  const branch = asked ?? defaultBranch ?? (isEmpty ? (head ?? FIRST_BRANCH) : undefined);
  if (branch === undefined)
    throw new UnprocessableError('The repository has no default branch. Please choose a branch.');
  if (!heads.has(branch)) refuseConfusingName(branch);
  if (isEmpty) {
    return { branch, isNewBranch: true, defaultBranch, tree: undefined, exchanges: [] };
  }
  if (heads.has(branch)) {
    const places = services.map(({ id: serviceId }) => ({ domainId, serviceId, gitUrl, branch }));
    const found = await Promise.all(places.map((place) => findExchange(db, place)));
    const exchanges = found.filter((exchange) => exchange !== undefined);
    return {
      branch,
      isNewBranch: false,
      defaultBranch,
      exchanges,
      tree: await remote.fetchTree({ branch, folders: services.map(({ id }) => id) }, work),
    };
  }
  refuseInTheWay(branch, heads.keys());
  if (await remote.hasTag(branch, work)) {
    throw new UnprocessableError(
      `"${branch}" is a tag of the repository. Choose another name for the branch.`,
    );
  }
  if (FULL_COMMIT_ID.test(branch)) {
    throw new UnprocessableError(`"${branch}" is a commit sha. Enter the name of a branch to push to.`);
  }
  const ids = new Set(services.map(({ id }) => id));
  const exchanges = (await listNewestExchanges(db, domainId, gitUrl)).filter((each) =>
    ids.has(each.serviceId),
  );
  const tree = await findStart(remote, exchanges, defaultBranch, services, work);
  return { branch, isNewBranch: true, defaultBranch, tree, exchanges };
}

const FULL_REF = /^refs\/heads\/(.+)$/;

/** Names that `git check-ref-format` allows, but `git branch` refuses or that mean something else. */
function refuseConfusingName(branch: string): void {
  if (branch === 'HEAD') throw new UnprocessableError('No branch can be named "HEAD". Choose another name.');
  const name = FULL_REF.exec(branch)?.[1];
  if (name === undefined) return;
  throw new UnprocessableError(`Enter the name of the branch only: "${name}" in place of "${branch}".`);
}

/** Git stores branches as files: `feature` cannot exist beside `feature/x`. */
function refuseInTheWay(branch: string, others: Iterable<string>): void {
  for (const other of others) {
    if (!branch.startsWith(`${other}/`) && !other.startsWith(`${branch}/`)) continue;
    throw new UnprocessableError(branchInTheWay(branch, other));
  }
}

/**
 * The commit that a new branch starts from: the one last exchanged, from which the live files originate, so that git
 * merges the branch correctly. From any other, it would undo what others did.
 */
async function findStart(
  remote: RemoteRepository,
  exchanges: readonly Exchange[],
  defaultBranch: string | null,
  services: PushPlace['services'],
  work: OperationHandle,
): Promise<RemoteTree> {
  const folders = services.map(({ id }) => id);
  const newest = exchanges.toSorted((a, b) => b.exchangedOn.getTime() - a.exchangedOn.getTime())[0];
  if (newest !== undefined) return fetchExchanged(remote, newest, folders, work);
  if (defaultBranch === null)
    throw new UnprocessableError(
      'It is not known from which commit the new branch should start, because the repository has no default branch. Pull a branch and merge first, or push to an existing branch.',
    );
  const tree = await remote.fetchTree({ branch: defaultBranch, folders }, work);
  // With nothing there to undo, it is as if the repository were empty.
  if (buildManifest(tree.entries, services).services.length === 0) return tree;
  throw new UnprocessableError(
    'It is not known from which commit the new branch should start, because this configuration was never pulled from or pushed to the repository. Pull a branch and merge first, or push to an existing branch.',
  );
}

async function fetchExchanged(
  remote: RemoteRepository,
  { commitSha, branch }: Exchange,
  folders: readonly string[],
  work: OperationHandle,
): Promise<RemoteTree> {
  const commit = `commit ${commitSha.slice(0, 10)}${branch === null ? '' : ` of ${branch}`}`;
  if (!(await remote.hasCommit(commitSha, work))) {
    throw new UnprocessableError(
      `The new branch would start from ${commit}, which was last exchanged, but no branch of the repository contains it anymore. Its history was rewritten, or the branch was deleted. ${PULL_FIRST}`,
    );
  }
  try {
    return await remote.fetchTree({ commitSha, folders }, work);
  } catch (error) {
    if (!(error instanceof GitError) || error.failure !== 'COMMIT_MISSING') throw error;
    throw new UnprocessableError(
      `The new branch would start from ${commit}, which was last exchanged, but the git host does not serve single commits. ${PULL_FIRST}`,
    );
  }
}

const PULL_FIRST = 'Pull the newest state of a branch and merge, then push again.';
