import { toFolders } from '@atrium/contract/configuration/file-ref';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import type { CandidateChange } from '@atrium/contract/test-runs/candidate-change';
import { AppError, ValidationError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { RegisteredService } from '../../services/services.service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { ServiceChange } from '../import/service-change.ts';
import { checksumsOf, readMetadata } from '../live-configuration.ts';
import {
  findCandidate,
  findSources,
  insertCandidate,
  listPassedRunIds,
  type StoredCandidate,
  updateCandidateEnded,
} from './candidate.repository.ts';
import { composeFiles } from './compose-files.ts';
import type { ChangePreparer } from './prepare-change.ts';

/** One service as the tests are to read it. */
export interface ComposedService {
  serviceId: string;
  serviceName: string;
  isShipped: boolean;
  isChanged: boolean;
  version: number;
  liveDigest: string;
  digest: string;
  source: TestSource;
}

/** Everything that a candidate reads of all services. */
export interface Composition {
  services: ComposedService[];
  /** Services that could not be read, and why: what they have is not known, so that their tests prove nothing of it. */
  unread: ReadonlyMap<string, AppError>;
}

interface Parts extends Pick<ConfigurationParts, 'db' | 'services' | 'clock'> {
  prepareChange: ChangePreparer;
}

/** Sets of files that are not live: composed for tests, and stored with the result of these. */
export class Candidates {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The live files of all services with changes in their place. A service without files is left out. */
  async compose(
    caller: Caller,
    changes: readonly CandidateChange[],
    signal: AbortSignal,
  ): Promise<Composition> {
    const { services, prepareChange } = this.#parts;
    const changed = new Map<string, ServiceChange>();
    for (const change of changes) {
      if (changed.has(change.serviceId))
        throw new ValidationError(`${change.serviceId} is named twice: one change of each service.`);
      changed.set(change.serviceId, await prepareChange(caller, change, signal));
    }
    const registered = await services.listRegistered();
    const unread = new Map<string, AppError>();
    const all = await Promise.all(
      registered.map((service) =>
        this.#composeOne(caller, service, changed.get(service.id), signal).catch((error: unknown) => {
          // A service that the change does not touch does not stop it.
          if (changed.has(service.id) || !(error instanceof AppError)) throw error;
          if (error.kind !== 'notFound') unread.set(service.id, error);
        }),
      ),
    );
    return { services: all.filter((one) => one !== undefined), unread };
  }

  /** In the transaction that starts the run. */
  create(transaction: Store, candidate: StoredCandidate, sources: readonly TestSource[]): Promise<void> {
    return insertCandidate(transaction, candidate, sources);
  }

  find({ domainId }: Pick<Caller, 'domainId'>, runId: string): Promise<StoredCandidate | undefined> {
    return findCandidate(this.#parts.db, domainId, runId);
  }

  /** Files that the tests of a run read instead of the live ones; undefined for a run of the live configuration. */
  async listSources(domainId: string, runId: string): Promise<TestSource[] | undefined> {
    return findSources(this.#parts.db, domainId, runId);
  }

  /** Runs that cover submits: without them the submits would be refused. */
  listCoveringRunIds(domainId: string): Promise<string[]> {
    return listPassedRunIds(this.#parts.db, domainId);
  }

  /** In the transaction that ends a run. */
  close(transaction: Store, run: { id: string; domainId: string; hasPassed: boolean }): Promise<void> {
    const passedOn = run.hasPassed ? this.#parts.clock.now() : null;
    return updateCandidateEnded(transaction, run.domainId, run.id, passedOn);
  }

  async #composeOne(
    caller: Caller,
    { id: serviceId, name: serviceName, isShipped }: RegisteredService,
    change: ServiceChange | undefined,
    signal: AbortSignal,
  ): Promise<ComposedService> {
    const client = this.#parts.services.getClient(caller);
    const version = change?.baseVersion;
    const options = { signal, ...(version !== undefined && { version }) };
    const live = await readMetadata(client, serviceId, options);
    const checksums = checksumsOf(live);
    const { changes = [], restoredVersion } = change ?? {};
    const isChanged = changes.some(({ action }) => action !== 'local');
    // The service has the contents of a version that comes back whole.
    const sent = restoredVersion === undefined ? changes : [];
    const folders = toFolders(sent, ({ name, action, content }) => ({ name, action, content }));
    const liveDigest = filesDigest(checksums);
    return {
      serviceId,
      serviceName,
      isShipped,
      isChanged,
      version: live.version,
      liveDigest,
      digest: isChanged ? filesDigest(composeFiles(checksums, changes)) : liveDigest,
      source: { serviceId, version: restoredVersion ?? live.version, folders },
    };
  }
}
