import { AppError } from '@atrium/host/errors';
import { toAbsentCaller } from '../../accounts/people/caller.ts';
import type { Clock } from '../../clock.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { checksumsOf, readMetadata } from '../../configuration/live-configuration.ts';
import type { DescribedConnection } from '../../connections/connection.service.ts';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services/services.service.ts';
import type { SameMetadata, StoredServiceState } from '../git-sync.tables.ts';
import { type BranchFiles, listDifferences, stateOf } from './compare-with-branch.ts';

interface Parts {
  clock: Clock;
  services: Services;
  configuration: Pick<Configuration, 'bases' | 'versions'>;
}

const MAX_VERSIONS = 20;

/** Files of the branch, by serviceId. */
export type AllBranchFiles = Record<string, BranchFiles>;

export type ReadLive = (reader: Caller, serviceId: string) => ReturnType<typeof readMetadata>;

export type ComparedConnection = Pick<DescribedConnection, 'domainId' | 'ownerId' | 'place'>;

/** Commit of a branch to compare with the live configuration, and the states before. */
interface ComparedBranch {
  branch: string;
  commitSha: string;
  /** Time at which the branch was at the commit; later exchanges are with later commits. */
  seenOn: Date;
  files: AllBranchFiles;
  sameMetadata: SameMetadata;
  services: StoredServiceState[];
}

/** Compares the live configuration of services with a commit, by content. */
export class ServiceComparisons {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * A service that does not respond keeps its former state, and `isWhole` is false. Services without files in the branch and
   * without an exchange are omitted if others have one: the repository is not for them.
   */
  async compareAll(
    connection: ComparedConnection,
    { branch, commitSha, seenOn, sameMetadata, files, services: former }: ComparedBranch,
    readLive: ReadLive,
  ): Promise<{ states: StoredServiceState[]; isWhole: boolean }> {
    const states: StoredServiceState[] = [];
    let isWhole = true;
    const elsewhere = new Set<string>();
    for (const { id: serviceId } of await this.#parts.services.listRegistered()) {
      const found = await this.#compareService(
        connection,
        { branch, commitSha, seenOn, same: sameMetadata[serviceId] },
        serviceId,
        files[serviceId],
        readLive,
      ).catch(ignoreAppError);
      const before = former.find((each) => each.serviceId === serviceId);
      if (found === undefined) {
        isWhole = false;
        if (before !== undefined) states.push(before);
        continue;
      }
      const { isConnected, ...state } = found;
      const since =
        state.state === 'IN_SYNC' ? null : (before?.since ?? this.#parts.clock.now().toISOString());
      states.push({ ...state, since });
      if (!isConnected) elsewhere.add(state.serviceId);
    }
    const isOfOthers = elsewhere.size === states.length;
    const shown = isOfOthers ? states : states.filter(({ serviceId }) => !elsewhere.has(serviceId));
    return { states: shown, isWhole };
  }

  async #compareService(
    { domainId, ownerId, place }: ComparedConnection,
    {
      branch,
      commitSha,
      seenOn: exchangedOn,
      same = {},
    }: Pick<ComparedBranch, 'branch' | 'commitSha' | 'seenOn'> & { same: SameMetadata[string] | undefined },
    serviceId: string,
    inBranch: BranchFiles | undefined,
    readLive: ReadLive,
  ): Promise<Omit<StoredServiceState, 'since'> & { isConnected: boolean }> {
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
    const isSame = found.state === 'IN_SYNC' && inBranch !== undefined;
    if (isSame) {
      const where = { domainId, serviceId, gitUrl: place, branch };
      const alike = Object.entries(same).filter(([path, [, there]]) => inBranch.files[path] === there);
      const checksums = {
        ...inBranch.files,
        ...Object.fromEntries(alike.map(([path, [here]]) => [path, here])),
      };
      const exchange = { commitSha, version: live.version, exchangedOn, userId: ownerId, checksums };
      await configuration.bases.recordSame({ ...where, ...exchange }, base);
    }
    const versions =
      found.filesAhead === 0 ? [] : await this.#listVersions(reader, serviceId, base?.submittedVersion);
    const isFolderMissing = inBranch === undefined && Object.keys(base?.checksums ?? {}).length > 0;
    const isConnected = inBranch !== undefined || base !== undefined;
    const isExchanged = isSame || base !== undefined;
    return { serviceId, ...found, isExchanged, isFolderMissing, versions, isConnected };
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
  createLiveReader(): ReadLive {
    const known = new Map<string, ReturnType<ReadLive>>();
    return (reader, serviceId) => {
      const live = known.get(serviceId) ?? readMetadata(this.#parts.services.getClient(reader), serviceId);
      known.set(serviceId, live);
      return live;
    };
  }
}

/** A caller that may only read the live configuration. */
export const toReader = (domainId: string, userId: string): Caller =>
  toAbsentCaller({ domainId, userId }, ['configuration.read']);

export function ignoreAppError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
