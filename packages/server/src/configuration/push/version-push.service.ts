import { fullName } from '@atrium/contract/accounts/full-name';
import type { NamedVersion } from '@atrium/contract/configuration/versions';
import { MAX_PAGE_SIZE } from '@atrium/contract/paging';
import { AppError, UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import { toAbsentCaller } from '../../accounts/people/caller.ts';
import type { Profiles } from '../../accounts/people/profile.service.ts';
import type { OpenedRepository } from '../../connections/connection.service.ts';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { RemoteTree } from '../../providers/git/cache/repository-context.ts';
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { RegisteredService } from '../../services/services.service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { checksumsOf, readMetadata } from '../live-configuration.ts';
import type { OperationHandle } from '../operations.service.ts';
import { listReturned } from '../return/return.repository.ts';
import { type Exchange, findExchange } from '../versions/exchange.repository.ts';
import type { Versions } from '../versions/version.service.ts';
import { type RemoteFolder, readRemoteFolder } from './push-changes.ts';
import { findContribution, toChanges } from './push-contribution.ts';
import { recordPush } from './record-push.ts';
import { RemoteMovedError } from './refuse-moved.ts';

interface Parts extends ConfigurationParts {
  profiles: Profiles;
  versions: Versions;
}

/** A version of a service that is now a commit of a branch. */
export interface PushedVersion {
  service: RegisteredService;
  version: number;
  message: string;
  branch: string;
  commitSha: string;
  /** Commit of the target branch that a request branch was compared with. */
  into: string;
}

interface VersionsPush {
  opened: OpenedRepository;
  /** The branch that the versions are compared with. */
  branch: string;
  /** Pushes to a branch of their own, to be merged by a request. */
  isRequest: boolean;
  services: readonly RegisteredService[];
  /** Whether to go on, before each version. */
  isWanted(): Promise<boolean>;
  /** Before a request branch is made: it's ours, even if the process ends before its first version is recorded. */
  onBranch(branch: string, into: string): Promise<void>;
  isOwnBranch(branch: string): Promise<boolean>;
  /** In the transaction that records a version. */
  onPushed(transaction: Store, pushed: PushedVersion): Promise<void>;
}

/** A service whose versions cannot be pushed. */
export interface VersionsRefusal {
  serviceId: string;
  /** The same as long as the reason is, whichever words the git host finds for it. */
  cause: string;
  message: string;
}

/** Commit to build on, and the last exchange of the service there. */
interface Start {
  branch: string;
  isNewBranch: boolean;
  /** Head of a request branch that is merged. */
  mergedHead?: string | undefined;
  tree: RemoteTree;
  exchange: Exchange;
  into: string;
}

const REQUEST_FOLDER = 'atrium';
/** Request branches of one target branch that were merged without their commits, and not deleted. */
const MAX_REQUEST_BRANCHES = 50;
/** Tries against a branch that others push to. */
const TRIES = 3;
/** The host was not asked, or did not answer: nothing is wrong with the versions. */
const AWAY = new Set([
  'UNREACHABLE',
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'CANCELED',
  'ANSWER_LOST',
  'REMOTE_MOVED',
]);

/** Pushes versions one by one: a commit each, with their authors and messages. */
export class VersionPushing {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Services that exchanged something with the first branch, and have newer versions than all of the branches. */
  async findWaiting(
    caller: Caller,
    { place: gitUrl, branches }: { place: string; branches: readonly string[] },
  ): Promise<RegisteredService[]> {
    const { db, services } = this.#parts;
    const waiting: RegisteredService[] = [];
    for (const service of await services.listRegistered()) {
      const { domainId } = caller;
      const place = { domainId, serviceId: service.id, gitUrl };
      const [first, ...others] = await Promise.all(
        branches.map((branch) => findExchange(db, { ...place, branch })),
      );
      if (first === undefined) continue;
      const exchanges = [first, ...others.filter((exchange) => exchange !== undefined)];
      const isWaiting = await this.#isWaiting(caller, service.id, exchanges).catch((error: unknown) => {
        // A service that is away has no new versions either.
        if (error instanceof AppError) return false;
        throw error;
      });
      if (isWaiting) waiting.push(service);
    }
    return waiting;
  }

  /** Returns the services that cannot be pushed. Throws if the host does not answer. */
  async push(caller: Caller, push: VersionsPush, signal: AbortSignal): Promise<VersionsRefusal[]> {
    const work: OperationHandle = { signal, onProgress: () => undefined };
    await using remote = await this.#parts.git.open(caller.domainId, push.opened.connection, work);
    const refusals: VersionsRefusal[] = [];
    for (const service of push.services) {
      try {
        await this.#pushService(caller, service, { ...push, remote }, work);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AppError) || isAway(error)) throw error;
        const cause = error instanceof GitError ? error.failure : error.message;
        refusals.push({ serviceId: service.id, cause, message: error.message });
      }
    }
    return refusals;
  }

  async #isWaiting(caller: Caller, serviceId: string, exchanges: readonly Exchange[]): Promise<boolean> {
    const { services, versions } = this.#parts;
    const { content } = await versions.list(caller, serviceId, { page: 0, size: 1 });
    const newest = content[0]?.version ?? 0;
    for (const { submittedVersion, direction, checksums } of exchanges) {
      if (submittedVersion < newest) continue;
      if (direction === 'PUSH') return false;
      // A pull may have been merged with files that only live here.
      const live = checksumsOf(await readMetadata(services.getClient(caller), serviceId));
      if (isEqual(checksums, live)) return false;
    }
    return true;
  }

  async #pushService(
    caller: Caller,
    service: RegisteredService,
    push: VersionsPush & { remote: RemoteRepository },
    work: OperationHandle,
  ): Promise<void> {
    for (let tryNumber = 1; ; tryNumber += 1) {
      try {
        return await this.#pushVersions(caller, service, push, work);
      } catch (error) {
        const isMoved = error instanceof GitError && error.failure === 'REMOTE_MOVED';
        if (!isMoved || tryNumber === TRIES) throw error;
      }
    }
  }

  /** A version that the branch has already is recorded without a commit, as after a process that was killed in between. */
  async #pushVersions(
    caller: Caller,
    service: RegisteredService,
    push: VersionsPush & { remote: RemoteRepository },
    work: OperationHandle,
  ): Promise<void> {
    const { opened, branch: into, remote } = push;
    const { clock, services } = this.#parts;
    const start = await this.#findStart(caller, service, push, work);
    if (start === undefined) return;
    let { tree, isNewBranch, mergedHead, exchange } = start;
    // Equal versions count for the target branch until a commit is made on the request branch.
    let branch = tree.commitSha === start.into ? into : start.branch;
    const versions = await this.#listVersions(caller, service.id, exchange);
    for (const version of versions) {
      work.signal.throwIfAborted();
      if (!(await push.isWanted())) return;
      const target = { branch, isNewBranch, defaultBranch: null, tree, exchanges: [exchange] };
      // Git merges changes of different files by itself.
      const options = { earlier: version.version, isKept: true, remote, work };
      const contribution = await findContribution(services, caller, service, target, options).catch(
        (error: unknown) => {
          // A later version may have what is in git.
          if (error instanceof RemoteMovedError && version !== versions.at(-1)) return undefined;
          throw error;
        },
      );
      if (contribution === undefined) continue;
      const { files, checksums, isBehind } = contribution;
      const written = { gitUrl: opened.place, exchangedOn: clock.now() };
      if (files.length === 0) {
        const isKnown = exchange.submittedVersion === version.version && exchange.direction === 'PUSH';
        if (isKnown && isEqual(exchange.checksums, checksums)) continue;
        const commitSha = isBehind ? exchange.commitSha : tree.commitSha;
        const unchanged = { ...written, branch, commitSha, isUnchanged: true };
        exchange = await recordPush(this.#parts, caller, contribution, unchanged);
        continue;
      }
      branch = start.branch;
      if (isNewBranch) await push.onBranch(branch, start.into);
      const message = version.message.trim() || `${service.name}: version ${version.version}`;
      const commitSha = await remote.pushCommit(
        {
          parent: tree.commitSha,
          branch,
          isNewBranch,
          mergedHead,
          author: await this.#findAuthor(caller, version),
          authoredOn: new Date(version.createdOn),
          at: written.exchangedOn,
          message,
          changes: toChanges(files),
        },
        work,
      );
      const pushed = { service, version: version.version, message, branch, commitSha, into: start.into };
      exchange = await recordPush(this.#parts, caller, contribution, {
        ...written,
        branch,
        commitSha,
        onRecorded: (transaction) => push.onPushed(transaction, pushed),
      });
      isNewBranch = false;
      mergedHead = undefined;
      tree = await remote.fetchTree({ branch, folders: [service.id] }, work);
    }
  }

  /** Oldest first, without versions that tests returned. The version of a pull is the first one: its merge may have files that only live here. */
  async #listVersions(
    caller: Caller,
    serviceId: string,
    { direction, submittedVersion }: Exchange,
  ): Promise<NamedVersion[]> {
    const from = direction === 'PULL' ? submittedVersion : submittedVersion + 1;
    const { db } = this.#parts;
    const returned = await listReturned(db, { domainId: caller.domainId, serviceId });
    const found = new Map<number, NamedVersion>();
    for (let page = 0; ; page += 1) {
      const { content } = await this.#parts.versions.list(caller, serviceId, { page, size: MAX_PAGE_SIZE });
      for (const version of content) if (version.version >= from) found.set(version.version, version);
      if (content.length < MAX_PAGE_SIZE || content.some(({ version }) => version < from)) break;
    }
    return [...found.values()]
      .filter(({ version }) => !returned.some((each) => version > each.before && version <= each.submitted))
      .toSorted((a, b) => a.version - b.version);
  }

  async #findAuthor(caller: Caller, { author }: NamedVersion): Promise<{ name: string; email: string }> {
    const { profiles } = this.#parts;
    const person = toAbsentCaller({ userId: author ?? caller.userId, domainId: caller.domainId }, []);
    const user = await profiles.get(person).catch((error: unknown) => {
      // Deleted accounts, and versions that a service made itself.
      if (error instanceof UnauthenticatedError) return profiles.get(caller);
      throw error;
    });
    return { name: fullName(user), email: user.email };
  }

  /** Undefined if nothing was ever exchanged with the target branch. */
  async #findStart(
    { domainId }: Caller,
    service: RegisteredService,
    { opened, branch, isRequest, isOwnBranch, remote }: VersionsPush & { remote: RemoteRepository },
    work: OperationHandle,
  ): Promise<Start | undefined> {
    const { db } = this.#parts;
    const target = { domainId, gitUrl: opened.place, branch };
    const exchange = await findExchange(db, { ...target, serviceId: service.id });
    if (exchange === undefined) return undefined;
    const { heads } = await remote.listHeads(work);
    const into = heads.get(branch);
    if (into === undefined)
      throw new GitError('BRANCH_MISSING', `The branch "${branch}" does not exist in the repository.`);
    const listed = await this.#parts.services.listRegistered();
    const folders = isRequest ? listed.map(({ id }) => id) : [service.id];
    const tree = await remote.fetchTree({ branch, folders }, work);
    const start = { branch, isNewBranch: false, tree, exchange, into: tree.commitSha };
    if (!isRequest) return start;
    if (heads.has(REQUEST_FOLDER))
      throw new UnprocessableError(
        `The repository has a branch "${REQUEST_FOLDER}", so that none can be named "${requestBranchesOf(branch)[0]}". Rename or delete it in git, or push directly.`,
      );
    for (const name of requestBranchesOf(branch)) {
      const head = heads.get(name);
      if (head === undefined) return { ...start, branch: name, isNewBranch: true };
      if (await isAncestor(remote, { branch, from: head, to: tree.commitSha }, work))
        return { ...start, branch: name, mergedHead: head };
      const place = { ...target, branch: name };
      const own = await this.#findOwn(remote, { place, head, listed }, work);
      // A branch of someone else.
      if (own.length === 0 && !(await isOwnBranch(name))) continue;
      const ownTree = await remote.fetchTree({ branch: name, folders }, work);
      if (own.length > 0 && !(await this.#hasUnmerged(target, own, { ownTree, tree }))) continue;
      const last = own.find(({ serviceId }) => serviceId === service.id);
      const onBranch = { ...start, branch: name, tree: ownTree };
      if (last !== undefined) return { ...onBranch, exchange: last };
      const hasExchange = await isAncestor(
        remote,
        { branch: name, from: exchange.commitSha, to: head },
        work,
      );
      if (hasExchange) return onBranch;
      const filesOf = ({ entries }: RemoteTree) => readRemoteFolder(service, entries).files;
      const checksums = findEarlierBase(exchange, filesOf(ownTree), filesOf(tree));
      return { ...onBranch, exchange: { ...exchange, checksums } };
    }
    throw new UnprocessableError(
      `There are too many branches like "${requestBranchesOf(branch)[0]}" that are not merged. Merge or delete them in git.`,
    );
  }

  /** Exchanges of all services with a request branch that the branch still contains. */
  async #findOwn(
    remote: RemoteRepository,
    {
      place,
      head,
      listed,
    }: {
      place: { domainId: string; gitUrl: string; branch: string };
      head: string;
      listed: readonly RegisteredService[];
    },
    work: OperationHandle,
  ): Promise<Exchange[]> {
    const own: Exchange[] = [];
    for (const { id: serviceId } of listed) {
      const exchange = await findExchange(this.#parts.db, { ...place, serviceId });
      if (exchange === undefined) continue;
      const range = { branch: place.branch, from: exchange.commitSha, to: head };
      if (await isAncestor(remote, range, work)) own.push(exchange);
    }
    return own;
  }

  /** Whether the request branch has a change that the target branch lacks. A squash merge leaves no commit to look for. */
  async #hasUnmerged(
    target: { domainId: string; gitUrl: string; branch: string },
    own: readonly Exchange[],
    { ownTree, tree }: { ownTree: RemoteTree; tree: RemoteTree },
  ): Promise<boolean> {
    for (const { serviceId } of own) {
      const base = (await findExchange(this.#parts.db, { ...target, serviceId }))?.checksums ?? {};
      const service = { id: serviceId, name: serviceId };
      const mine = readRemoteFolder(service, ownTree.entries).files;
      const theirs = readRemoteFolder(service, tree.entries).files;
      for (const path of new Set([...mine.keys(), ...theirs.keys()])) {
        const blobId = mine.get(path)?.blobId;
        if (blobId !== theirs.get(path)?.blobId && blobId !== base[path]) return true;
      }
    }
    return false;
  }
}

/**
 * Base of a service on a request branch that began before the last exchange with its target: the branch itself, except for files
 * that the target has changed since the exchange.
 */
function findEarlierBase(
  { checksums }: Exchange,
  own: RemoteFolder['files'],
  target: RemoteFolder['files'],
): Exchange['checksums'] {
  const paths = new Set([...own.keys(), ...Object.keys(checksums)]);
  const base = [...paths].flatMap((path) => {
    const isAsExchanged = target.get(path)?.blobId === checksums[path];
    const checksum = isAsExchanged ? own.get(path)?.blobId : checksums[path];
    return checksum === undefined ? [] : [[path, checksum] as const];
  });
  return Object.fromEntries(base);
}

const requestBranchesOf = (branch: string): string[] =>
  Array.from({ length: MAX_REQUEST_BRANCHES }, (_, index) =>
    index === 0 ? `${REQUEST_FOLDER}/${branch}` : `${REQUEST_FOLDER}/${branch}-${index + 1}`,
  );

const isAncestor = async (
  remote: RemoteRepository,
  range: { branch: string; from: string; to: string },
  work: OperationHandle,
): Promise<boolean> =>
  range.from === range.to || (await remote.listCommitsSince(range, 1, work)) !== undefined;

const isAway = (error: AppError): boolean =>
  error.status >= 500 || (error instanceof GitError && AWAY.has(error.failure));

function isEqual(checksums: Readonly<Record<string, string>>, live: ReadonlyMap<string, string>): boolean {
  const known = Object.keys(checksums);
  return known.length === live.size && known.every((path) => checksums[path] === live.get(path));
}
