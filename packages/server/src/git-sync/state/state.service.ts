import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import { isSameMetadata } from '@atrium/contract/configuration/same-metadata';
import type { ConnectionState, MissingCommit } from '@atrium/contract/connections/git-state';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { AppError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { fromCompressedJson, toCompressedJson } from '../../configuration/compressed-json.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { SeenBranch } from '../../configuration/configuration-parts.ts';
import { checksumsOf, readMetadata, readSources } from '../../configuration/live-configuration.ts';
import { buildManifest } from '../../configuration/pull/manifest.ts';
import type { Connections, DescribedConnection } from '../../connections/connection.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import type { Git } from '../../providers/git/git.ts';
import { AWAY_FAILURES, GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { Services } from '../../services/services.service.ts';
import type { SameMetadata, StoredServiceState } from '../git-sync.tables.ts';
import { listHooks } from '../hooks/hook.repository.ts';
import { listPrepared } from '../pushes/event.repository.ts';
import {
  type AllBranchFiles,
  type ComparedConnection,
  ignoreAppError,
  type ReadLive,
  ServiceComparisons,
  toReader,
} from './service-comparison.service.ts';
import {
  type ConnectionKey,
  EMPTY_REPOSITORY,
  findBranchFiles,
  findState,
  insertState,
  listStates,
  lockState,
  resetState,
  type StoredState,
  updateState,
} from './state.repository.ts';
import { toOutgoing, toPrepared, toState } from './state-response.ts';

/** The branch of a connection has another commit than when it was last seen. */
export interface BranchMove extends ConnectionKey {
  branch: string;
  /** Null if the branch was never seen. */
  from: string | null;
  to: string;
  /** Whether `from` is no longer in the history of the branch. */
  isRewritten: boolean;
  /** Whether it has anything that is not here. */
  isBehind: boolean;
  /** Newest first; empty if it is not known which are not here. */
  commits: readonly MissingCommit[];
}

/** Why a repository cannot be read. */
export interface LookProblem {
  problem: string;
  /** The host is away, and probably comes back by itself. */
  isAway: boolean;
  /** Another one than at the look before. */
  isNew: boolean;
  since: Date;
}

/** Reactions to a look, in the transaction that notes it. */
interface OnLook {
  onMove(transaction: Store, move: BranchMove): Promise<void>;
  /** After each look. */
  onSeen(
    transaction: Store,
    connection: ConnectionKey,
    services: readonly StoredServiceState[],
  ): Promise<void>;
  /** After each comparison in which git has nothing that is not here. */
  onNothingMissing(
    transaction: Store,
    commit: ConnectionKey & { commitSha: string },
    services: readonly StoredServiceState[],
  ): Promise<void>;
  /** After each failed look. */
  onProblem(transaction: Store, connection: ConnectionKey, problem: LookProblem): Promise<void>;
  /** The host sends git on to another address. */
  onRedirect(transaction: Store, connection: ConnectionKey, movedTo: string): Promise<void>;
  onRecovery(transaction: Store, connection: ConnectionKey): Promise<void>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  log: Logger;
  git: Git;
  services: Services;
  events: Events;
  connections: Connections;
  configuration: Pick<Configuration, 'bases' | 'versions'>;
  onLook: OnLook;
}

/** Looks for one call, if others note other commits meanwhile. */
const MAX_LOOKS = 3;
const LOOK_EVERY_MS = 15 * 60_000;
/** Added at most while a repository cannot be read: a host that hangs must not keep the looks at others waiting. */
const MAX_PAUSE_MS = 45 * 60_000;
const LOOK_TIMEOUT_MS = 90_000;
const MAX_COMMITS = 20;
/** Metadata of one service whose contents are read. */
const MAX_METADATA = 300;

/** A commit of the branch with its files. */
interface FetchedBranch {
  branch: string;
  commitSha: string;
  files: AllBranchFiles;
  sameMetadata: SameMetadata;
  commits: MissingCommit[];
  commitCount: number | null;
  isRewritten: boolean;
  isBehind: boolean;
  services: StoredServiceState[];
}

/** The services of a domain against the branches of its connections, by content. */
export class ConnectionStates {
  readonly #parts: Parts;
  readonly #comparisons: ServiceComparisons;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#comparisons = new ServiceComparisons(parts);
  }

  async list({ domainId }: Pick<Caller, 'domainId'>): Promise<ConnectionState[]> {
    const { db, clock, connections } = this.#parts;
    const since = new Date(clock.now().getTime() - PULL_LIFETIME_HOURS * 3_600_000);
    const [described, stored, hooks, prepared] = await Promise.all([
      connections.describeAll(domainId),
      listStates(db, domainId),
      listHooks(db, domainId),
      listPrepared(db, domainId, since),
    ]);
    const names = await this.#namesOfServices();
    return described.map(({ id }) => {
      const isOf = ({ connectionId }: { connectionId: string }) => connectionId === id;
      const state = { ...toState(id, stored.find(isOf), names), ...toOutgoing(hooks.find(isOf), names) };
      return { ...state, prepared: toPrepared(prepared.findLast(isOf)) };
    });
  }

  /** Reads the branch, and compares the current services of the domain. Failures are noted, not thrown. */
  async refresh({ domainId }: Pick<Caller, 'domainId'>, connectionId: string): Promise<ConnectionState> {
    const key = { domainId, connectionId };
    await this.look(key, AbortSignal.timeout(LOOK_TIMEOUT_MS));
    await this.#compareStored(key);
    const found = (await this.list({ domainId })).find((each) => each.connectionId === connectionId);
    if (found === undefined) throw new NotFoundError();
    return found;
  }

  /** In the transaction that connects a repository, or changes the connection. Another place is looked at as a new one. */
  async add(transaction: Store, key: ConnectionKey, isMoved: boolean): Promise<void> {
    const now = this.#parts.clock.now();
    await insertState(transaction, key, now);
    if (isMoved) await resetState(transaction, key, now);
  }

  /** Asks for the branch's commit, and reads its files only if it is another one than before. */
  async look(key: ConnectionKey, signal: AbortSignal, looksLeft = MAX_LOOKS): Promise<void> {
    const { db, connections, log } = this.#parts;
    const { domainId, connectionId } = key;
    const before = await findState(db, key);
    // Deleted since the look was sent.
    if (before === undefined) return;
    const connection = await connections.describe(domainId, connectionId);
    try {
      const seen = await this.#see(
        connection,
        before,
        AbortSignal.any([signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]),
      );
      const isNoted = await this.#noteSeen(key, before, seen);
      if (!isNoted && looksLeft > 1) await this.look(key, signal, looksLeft - 1);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info({ connectionId, reason: error.message }, 'A connected repository could not be read.');
      const isAway = error.status >= 500 || (error instanceof GitError && AWAY_FAILURES.has(error.failure));
      await this.#noteProblem(key, { problem: error.message, isAway });
    }
  }

  /** After a change of the live configuration: compares with the last seen commits of the branches. */
  async compare(domainId: string): Promise<void> {
    const readLive = this.#comparisons.createLiveReader();
    for (const { connectionId, commitSha } of await listStates(this.#parts.db, domainId)) {
      if (commitSha !== null) await this.#compareStored({ domainId, connectionId }, readLive);
    }
  }

  /** The newest commit of a branch that was seen, and its files of a service. */
  async findSeen(
    domainId: string,
    { gitUrl, branch, serviceId }: { gitUrl: string; branch: string; serviceId: string },
  ): Promise<SeenBranch | undefined> {
    const { db, connections } = this.#parts;
    const states = await listStates(db, domainId);
    if (states.length === 0) return undefined;
    for (const { id, place } of await connections.describeAll(domainId)) {
      const state = states.find(({ connectionId }) => connectionId === id);
      if (place !== gitUrl || state?.branch !== branch) continue;
      const { commitSha, lookedOn, connectionId, services } = state;
      if (commitSha === null || lookedOn === null) continue;
      return {
        commitSha,
        seenOn: lookedOn,
        filesBehind: services.find((service) => service.serviceId === serviceId)?.filesBehind,
        readFiles: async () => (await this.#readFiles({ domainId, connectionId }))[serviceId]?.files ?? {},
      };
    }
    return undefined;
  }

  /** Undefined if the branch is at the commit at which it was last seen. */
  async #see(
    { domainId, id, ownerId, place, defaultBranch }: DescribedConnection,
    before: StoredState,
    signal: AbortSignal,
  ): Promise<FetchedBranch | undefined> {
    const { db, clock, git, services, connections, onLook } = this.#parts;
    const { connection } = await connections.open(domainId, id);
    const seenOn = clock.now();
    const heads = await git.listHeads(domainId, connection, signal);
    const { movedTo } = heads;
    if (movedTo !== null)
      await db
        .transaction()
        .execute((transaction) => onLook.onRedirect(transaction, { domainId, connectionId: id }, movedTo));
    if (heads.heads.size === 0) throw new GitError('EMPTY_REPOSITORY', EMPTY_REPOSITORY);
    const branch = defaultBranch ?? heads.defaultBranch ?? undefined;
    if (branch === undefined)
      throw new GitError(
        'BRANCH_MISSING',
        'The repository has no default branch. Set the branch of the connection.',
      );
    const tip = heads.heads.get(branch);
    if (tip === undefined)
      throw new GitError('BRANCH_MISSING', `The branch "${branch}" does not exist in the repository.`);
    if (before.commitSha === tip && before.branch === branch) return undefined;
    const work = { signal };
    await using remote = await git.open(domainId, connection, work);
    const listed = await services.listRegistered();
    const tree = await remote.fetchTree({ branch, folders: listed.map((service) => service.id) }, work);
    const { services: found } = buildManifest(tree.entries, listed, tree.outside);
    const files: AllBranchFiles = Object.fromEntries(
      found.map(({ serviceId, files: all, ignoredPaths }) => [
        serviceId,
        { files: Object.fromEntries(all.map((file) => [filePathOf(file), file.checksum])), ignoredPaths },
      ]),
    );
    const reader = toReader(domainId, ownerId);
    const sameMetadata = await this.#findSame(reader, remote, tree, files, signal);
    const { commitSha } = tree;
    const compared = { branch, commitSha, seenOn, sameMetadata, files, services: before.services };
    const connected = { domainId, ownerId, place };
    const { states, isWhole } = await this.#comparisons.compareAll(
      connected,
      compared,
      this.#comparisons.createLiveReader(),
    );
    const base = await this.#findBase(connected, branch, states);
    const to = tree.commitSha;
    const since =
      base === undefined ? undefined : await this.#listCommits(remote, { branch, from: base, to }, signal);
    const former = before.branch === branch ? before.commitSha : null;
    const isRewritten =
      former !== null &&
      (base === former
        ? since === undefined
        : (await this.#listCommits(remote, { branch, from: former, to }, signal)) === undefined);
    return {
      branch,
      commitSha: tree.commitSha,
      files,
      sameMetadata,
      services: states,
      // A service that is away may be behind.
      isBehind: !isWhole || states.some(({ filesBehind }) => filesBehind > 0),
      commits: since?.commits ?? [],
      commitCount: since?.count ?? null,
      isRewritten,
    };
  }

  async #listCommits(
    remote: RemoteRepository,
    range: { branch: string; from: string; to: string },
    signal: AbortSignal,
  ): Promise<{ commits: MissingCommit[]; count: number } | undefined> {
    if (range.from === range.to) return { commits: [], count: 0 };
    const found = await remote.listCommitsSince(range, MAX_COMMITS, { signal });
    return (
      found && {
        count: found.count,
        commits: found.commits.map(({ committedOn, ...commit }) => ({
          ...commit,
          committedOn: committedOn.toISOString(),
        })),
      }
    );
  }

  /** The commit since which services are behind: the oldest that one of them exchanged; undefined if one never did. */
  async #findBase(
    { domainId, place: gitUrl }: ComparedConnection,
    branch: string,
    states: readonly StoredServiceState[],
  ): Promise<string | undefined> {
    const behind = states.filter(({ filesBehind }) => filesBehind > 0);
    const bases = await Promise.all(
      behind.map(({ serviceId }) =>
        this.#parts.configuration.bases.find({ domainId, serviceId, gitUrl, branch }),
      ),
    );
    const known = bases.filter((base) => base !== undefined);
    if (known.length < bases.length) return undefined;
    const [oldest] = known.toSorted((a, b) => a.exchangedOn.getTime() - b.exchangedOn.getTime());
    return oldest?.commitSha;
  }

  /** Finds metadata without a difference that counts, by reading contents. */
  async #findSame(
    reader: Caller,
    remote: RemoteRepository,
    tree: Awaited<ReturnType<RemoteRepository['fetchTree']>>,
    branchFiles: AllBranchFiles,
    signal: AbortSignal,
  ): Promise<SameMetadata> {
    const client = this.#parts.services.getClient(reader);
    const same: SameMetadata = {};
    for (const [serviceId, { files }] of Object.entries(branchFiles)) {
      const live = await readMetadata(client, serviceId, { signal }).catch(ignoreAppError);
      if (live === undefined) continue;
      const differing = [...checksumsOf(live)]
        .filter(([path, here]) => isMetaFile(path) && files[path] !== undefined && files[path] !== here)
        .map(([path]) => path)
        .slice(0, MAX_METADATA);
      if (differing.length === 0) continue;
      const options = { version: live.version, signal };
      const here = await readSources(client, serviceId, differing.map(filePlaceOf), options);
      const there = new Map<string, string>();
      const ids = differing.map((path) => files[path] ?? '');
      for await (const slice of remote.readContents(tree, [ids], { signal })) {
        for (const [id, content] of slice)
          if (content !== 'TOO_LARGE') there.set(id, content.toString('utf8'));
      }
      const ofService: SameMetadata[string] = {};
      for (const path of differing) {
        const [mine, id = ''] = [here.get(path), files[path]];
        const theirs = there.get(id);
        if (mine !== undefined && theirs !== undefined && isSameMetadata(mine.content, theirs, serviceId))
          ofService[path] = [mine.checksum, id];
      }
      same[serviceId] = ofService;
    }
    return same;
  }

  /** Notes a look; of several that have found the same move, one. Returns false if another look noted another commit. */
  async #noteSeen(
    key: ConnectionKey,
    before: StoredState,
    seen: FetchedBranch | undefined,
  ): Promise<boolean> {
    const { db, clock, onLook, events } = this.#parts;
    const now = clock.now();
    const compressed = seen && (await toCompressedJson(seen.files));
    const isNoted = await db.transaction().execute(async (transaction) => {
      const current = await lockState(transaction, key);
      if (current === undefined) return true;
      if (current.problem !== null) await onLook.onRecovery(transaction, key);
      await onLook.onSeen(transaction, key, seen?.services ?? current.services);
      const look = { lookedOn: now, unknownSince: null, problem: null, nextLookOn: nextLook(key, now) };
      const isOurs = seen !== undefined && current.moves === before.moves;
      if (!isOurs || compressed === undefined) {
        await updateState(transaction, key, look);
        return seen === undefined || seen.commitSha === current.commitSha;
      }
      const { branch, commitSha, sameMetadata, services, commits, commitCount, isRewritten, isBehind } = seen;
      const found = { branch, commitSha, sameMetadata, services, commits, commitCount, files: compressed };
      await updateState(transaction, key, { ...look, ...found, moves: current.moves + 1 });
      const from = current.branch === branch ? current.commitSha : null;
      await onLook.onMove(transaction, {
        ...key,
        branch,
        from,
        to: commitSha,
        isRewritten,
        isBehind,
        commits,
      });
      return true;
    });
    // The live configuration may have changed during the look.
    if (seen !== undefined) await this.#compareStored(key);
    else if (before.problem)
      await events.publish(key.domainId, 'connection', { connectionId: key.connectionId });
    return isNoted;
  }

  async #noteProblem(
    key: ConnectionKey,
    { problem, isAway }: { problem: string; isAway: boolean },
  ): Promise<void> {
    const { db, clock, onLook, events } = this.#parts;
    const now = clock.now();
    await db.transaction().execute(async (transaction) => {
      const current = await lockState(transaction, key);
      if (current === undefined) return;
      const unknownSince = current.unknownSince ?? now;
      const pauseMs = Math.min(now.getTime() - unknownSince.getTime(), MAX_PAUSE_MS);
      await updateState(transaction, key, { unknownSince, problem, nextLookOn: nextLook(key, now, pauseMs) });
      const isNew = current.problem !== problem;
      await onLook.onProblem(transaction, key, { problem, isAway, isNew, since: unknownSince });
    });
    await events.publish(key.domainId, 'connection', { connectionId: key.connectionId });
  }

  /** Compares the live configuration with the last seen files of the branch. */
  async #compareStored(
    key: ConnectionKey,
    readLive: ReadLive = this.#comparisons.createLiveReader(),
  ): Promise<void> {
    const { db, connections, events, onLook } = this.#parts;
    const state = await findState(db, key);
    if (state?.branch == null || state.commitSha === null) return;
    const connection = await connections.describe(key.domainId, key.connectionId);
    const { branch, commitSha, sameMetadata, services: former, moves } = state;
    const compared = {
      branch,
      commitSha,
      seenOn: state.lookedOn ?? new Date(0),
      sameMetadata,
      files: await this.#readFiles(key),
      services: former,
    };
    const { states: services, isWhole } = await this.#comparisons.compareAll(connection, compared, readLive);
    await db.transaction().execute(async (transaction) => {
      // States of an earlier commit don't replace those of a later one.
      if ((await lockState(transaction, key))?.moves !== moves) return;
      await updateState(transaction, key, { services });
      if (isWhole && services.every(({ filesBehind }) => filesBehind === 0))
        await onLook.onNothingMissing(transaction, { ...key, commitSha }, services);
    });
    await events.publish(key.domainId, 'connection', { connectionId: key.connectionId });
  }

  async #readFiles(key: ConnectionKey): Promise<AllBranchFiles> {
    const files = await findBranchFiles(this.#parts.db, key);
    return files === null ? {} : fromCompressedJson<AllBranchFiles>(files);
  }

  async #namesOfServices(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#parts.services.listRegistered()).map(({ id, name }) => [id, name]));
  }
}

/** Each connection has its own time within the interval, made of its id, so that looks never come all at once. */
function nextLook({ connectionId }: ConnectionKey, now: Date, pauseMs = 0): Date {
  const offset = Number.parseInt(connectionId.slice(-8), 16) % LOOK_EVERY_MS;
  const intervals = Math.floor((now.getTime() + pauseMs - offset) / LOOK_EVERY_MS);
  return new Date((intervals + 1) * LOOK_EVERY_MS + offset);
}
