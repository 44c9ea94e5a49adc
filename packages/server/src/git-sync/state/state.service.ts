import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import { isSameMetadata } from '@atrium/contract/configuration/same-metadata';
import type { ConnectionState, MissingCommit } from '@atrium/contract/connections/git-state';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { AppError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { toAbsentCaller } from '../../accounts/people/caller.ts';
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
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { Services } from '../../services/services.service.ts';
import type { SameMetadata, StoredServiceState } from '../git-sync.tables.ts';
import { listPrepared } from '../pushes/event.repository.ts';
import { type BranchFiles, listDifferences, stateOf } from './compare-with-branch.ts';
import {
  type ConnectionKey,
  findBranchFiles,
  findState,
  insertState,
  listStates,
  lockState,
  type StoredState,
  updateState,
} from './state.repository.ts';
import { toPrepared, toState } from './state-response.ts';

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

/** Reactions to a look, in the transaction that notes it. */
interface OnLook {
  onMove(transaction: Store, move: BranchMove): Promise<void>;
  /** After each look. */
  onSeen(
    transaction: Store,
    connection: ConnectionKey,
    services: readonly StoredServiceState[],
  ): Promise<void>;
  onProblem(transaction: Store, connection: ConnectionKey, problem: string): Promise<void>;
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

const LOOK_EVERY_MS = 15 * 60_000;
/** Added at most while a repository cannot be read: a host that hangs must not keep the looks at others waiting. */
const MAX_PAUSE_MS = 45 * 60_000;
const LOOK_TIMEOUT_MS = 90_000;
const MAX_COMMITS = 20;
const MAX_VERSIONS = 20;
/** Metadata of one service whose contents are read. */
const MAX_METADATA = 300;

/** Files of the branch, by serviceId. */
type AllBranchFiles = Record<string, BranchFiles>;

/** A commit of the branch with its files. */
interface FetchedBranch {
  branch: string;
  commitSha: string;
  files: AllBranchFiles;
  sameMetadata: SameMetadata;
  commits: MissingCommit[];
  commitCount: number | null;
  isRewritten: boolean;
  services: StoredServiceState[];
}

type ReadLive = (reader: Caller, serviceId: string) => ReturnType<typeof readMetadata>;

type ComparedConnection = Pick<DescribedConnection, 'domainId' | 'ownerId' | 'place'>;

/** Branch to compare with the live configuration, and the states before. */
type ComparedBranch = Pick<FetchedBranch, 'branch' | 'sameMetadata' | 'files' | 'services'>;

/** The services of a domain against the branches of its connections, by content. */
export class ConnectionStates {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list({ domainId }: Pick<Caller, 'domainId'>): Promise<ConnectionState[]> {
    const { db, clock, connections } = this.#parts;
    const since = new Date(clock.now().getTime() - PULL_LIFETIME_HOURS * 3_600_000);
    const [described, stored, prepared] = await Promise.all([
      connections.describeAll(domainId),
      listStates(db, domainId),
      listPrepared(db, domainId, since),
    ]);
    const names = await this.#namesOfServices();
    return described.map(({ id }) => ({
      ...toState(
        id,
        stored.find(({ connectionId }) => connectionId === id),
        names,
      ),
      prepared: toPrepared(prepared.findLast(({ connectionId }) => connectionId === id)),
    }));
  }

  /** Reads the branch, with the services of the domain compared as they are now. Failures are noted, not thrown. */
  async refresh({ domainId }: Pick<Caller, 'domainId'>, connectionId: string): Promise<ConnectionState> {
    const key = { domainId, connectionId };
    await this.look(key, AbortSignal.timeout(LOOK_TIMEOUT_MS));
    await this.#compareStored(key);
    const found = (await this.list({ domainId })).find((each) => each.connectionId === connectionId);
    if (found === undefined) throw new NotFoundError();
    return found;
  }

  /** In the transaction that connects a repository, or changes which one it is. */
  async add(transaction: Store, key: ConnectionKey): Promise<void> {
    await insertState(transaction, key, this.#parts.clock.now());
  }

  /** Asks for the branch's commit, and reads its files only if it is another one than before. */
  async look(key: ConnectionKey, signal: AbortSignal): Promise<void> {
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
      await this.#noteSeen(key, before, seen);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info({ connectionId, reason: error.message }, 'A connected repository could not be read.');
      await this.#noteProblem(key, error.message);
    }
  }

  /** After a change of the live configuration: compares with the branches as they were last seen. */
  async compare(domainId: string): Promise<void> {
    const readLive = this.#createLiveReader();
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
      const { commitSha, lookedOn, connectionId } = state;
      if (commitSha === null || lookedOn === null) continue;
      return {
        commitSha,
        seenOn: lookedOn,
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
    const { git, services, connections } = this.#parts;
    const { connection } = await connections.open(domainId, id);
    const heads = await git.listHeads(domainId, connection, signal);
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
    const compared = { branch, sameMetadata, files, services: before.services };
    const connected = { domainId, ownerId, place };
    const states = await this.#compareAll(connected, compared, this.#createLiveReader());
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

  /** Notes a look; of several that have found the same move, one. */
  async #noteSeen(key: ConnectionKey, before: StoredState, seen: FetchedBranch | undefined): Promise<void> {
    const { db, clock, onLook, events } = this.#parts;
    const now = clock.now();
    const compressed = seen && (await toCompressedJson(seen.files));
    await db.transaction().execute(async (transaction) => {
      const current = await lockState(transaction, key);
      if (current === undefined) return;
      if (current.problem !== null) await onLook.onRecovery(transaction, key);
      await onLook.onSeen(transaction, key, seen?.services ?? current.services);
      const look = { lookedOn: now, unknownSince: null, problem: null, nextLookOn: nextLook(key, now) };
      const isOurs = seen !== undefined && current.moves === before.moves;
      if (!isOurs || compressed === undefined) return updateState(transaction, key, look);
      const { branch, commitSha, sameMetadata, services, commits, commitCount, isRewritten } = seen;
      const found = { branch, commitSha, sameMetadata, services, commits, commitCount, files: compressed };
      await updateState(transaction, key, { ...look, ...found, moves: current.moves + 1 });
      const from = current.branch === branch ? current.commitSha : null;
      const isBehind = services.some(({ filesBehind }) => filesBehind > 0);
      await onLook.onMove(transaction, {
        ...key,
        branch,
        from,
        to: commitSha,
        isRewritten,
        isBehind,
        commits,
      });
    });
    // The live configuration may have changed during the look.
    if (seen !== undefined) await this.#compareStored(key);
    else if (before.problem)
      await events.publish(key.domainId, 'connection', { connectionId: key.connectionId });
  }

  async #noteProblem(key: ConnectionKey, problem: string): Promise<void> {
    const { db, clock, onLook, events } = this.#parts;
    const now = clock.now();
    await db.transaction().execute(async (transaction) => {
      const current = await lockState(transaction, key);
      if (current === undefined) return;
      const unknownSince = current.unknownSince ?? now;
      const pauseMs = Math.min(now.getTime() - unknownSince.getTime(), MAX_PAUSE_MS);
      await updateState(transaction, key, { unknownSince, problem, nextLookOn: nextLook(key, now, pauseMs) });
      if (current.problem !== problem) await onLook.onProblem(transaction, key, problem);
    });
    await events.publish(key.domainId, 'connection', { connectionId: key.connectionId });
  }

  /** Compares the live configuration with the files of the branch as they were last seen. */
  async #compareStored(key: ConnectionKey, readLive: ReadLive = this.#createLiveReader()): Promise<void> {
    const { db, connections, events } = this.#parts;
    const state = await findState(db, key);
    if (state?.branch == null) return;
    const connection = await connections.describe(key.domainId, key.connectionId);
    const { branch, sameMetadata, services: former, moves } = state;
    const compared = { branch, sameMetadata, files: await this.#readFiles(key), services: former };
    const services = await this.#compareAll(connection, compared, readLive);
    // States of an earlier commit don't replace those of a later one.
    await updateState(db, key, { services }, moves);
    await events.publish(key.domainId, 'connection', { connectionId: key.connectionId });
  }

  /** A service that does not respond keeps the state it had. */
  async #compareAll(
    connection: ComparedConnection,
    { branch, sameMetadata, files, services: former }: ComparedBranch,
    readLive: ReadLive,
  ): Promise<StoredServiceState[]> {
    const states: StoredServiceState[] = [];
    for (const { id: serviceId } of await this.#parts.services.listRegistered()) {
      const found = await this.#compareService(
        connection,
        { branch, same: sameMetadata[serviceId] },
        serviceId,
        files[serviceId],
        readLive,
      ).catch(ignoreAppError);
      const before = former.find((each) => each.serviceId === serviceId);
      if (found === undefined) {
        if (before !== undefined) states.push(before);
        continue;
      }
      const since =
        found.state === 'IN_SYNC' ? null : (before?.since ?? this.#parts.clock.now().toISOString());
      states.push({ ...found, since });
    }
    return states;
  }

  async #compareService(
    { domainId, ownerId, place }: ComparedConnection,
    { branch, same }: { branch: string; same: SameMetadata[string] | undefined },
    serviceId: string,
    inBranch: BranchFiles | undefined,
    readLive: ReadLive,
  ): Promise<Omit<StoredServiceState, 'since'>> {
    const { configuration } = this.#parts;
    const reader = toReader(domainId, ownerId);
    const live = await readLive(reader, serviceId);
    const base = await configuration.bases.find({ domainId, serviceId, gitUrl: place, branch });
    const differences = listDifferences({
      live: checksumsOf(live),
      branch: inBranch ?? { files: {}, ignoredPaths: [] },
      base: base?.checksums,
      same,
    });
    const found = stateOf(differences);
    const versions =
      found.filesAhead === 0 ? [] : await this.#listVersions(reader, serviceId, base?.submittedVersion);
    const isFolderMissing = inBranch === undefined && Object.keys(base?.checksums ?? {}).length > 0;
    return { serviceId, ...found, isFolderMissing, versions };
  }

  /** Lists versions since the last exchange; without one, the version of the exchange, whose merge git does not have. */
  async #listVersions(
    reader: Caller,
    serviceId: string,
    exchanged: number | undefined,
  ): Promise<StoredServiceState['versions']> {
    const { versions } = this.#parts.configuration;
    const { content } = await versions.list(reader, serviceId, { page: 0, size: MAX_VERSIONS });
    const newer = content.filter(({ version }) => exchanged === undefined || version > exchanged);
    const shown = newer.length > 0 ? newer : content.filter(({ version }) => version === exchanged);
    return shown.map(({ version, message, user, createdOn }) => ({
      version,
      message: message ?? '',
      user,
      createdOn,
    }));
  }

  /** Reads each service of the domain once, however many connections it is compared with. */
  #createLiveReader(): ReadLive {
    const known = new Map<string, ReturnType<ReadLive>>();
    return (reader, serviceId) => {
      const live = known.get(serviceId) ?? readMetadata(this.#parts.services.getClient(reader), serviceId);
      known.set(serviceId, live);
      return live;
    };
  }

  async #readFiles(key: ConnectionKey): Promise<AllBranchFiles> {
    const files = await findBranchFiles(this.#parts.db, key);
    return files === null ? {} : fromCompressedJson<AllBranchFiles>(files);
  }

  async #namesOfServices(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#parts.services.listRegistered()).map(({ id, name }) => [id, name]));
  }
}

/** A caller that may only read the live configuration. */
const toReader = (domainId: string, userId: string): Caller =>
  toAbsentCaller({ domainId, userId }, ['configuration.read']);

/** Each connection has its own time within the interval, made of its id, so that looks never come all at once. */
function nextLook({ connectionId }: ConnectionKey, now: Date, pauseMs = 0): Date {
  const offset = Number.parseInt(connectionId.slice(-8), 16) % LOOK_EVERY_MS;
  const intervals = Math.floor((now.getTime() + pauseMs - offset) / LOOK_EVERY_MS);
  return new Date((intervals + 1) * LOOK_EVERY_MS + offset);
}

function ignoreAppError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
