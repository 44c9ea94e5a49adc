import type { FileExamination } from '@atrium/contract/configuration/examine-files';
import { toFolders } from '@atrium/contract/configuration/file-ref';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { listHosts } from '@atrium/contract/service-api/functions/hosts';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { AppError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Configuration } from '../../configuration/configuration.ts';
import { checksumsOf, readMetadata, readSources } from '../../configuration/live-configuration.ts';
import type { SubmitRequest } from '../../configuration/submission/submission.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services/services.service.ts';
import { listDifferences } from '../state/compare-with-branch.ts';
import { type ConnectionKey, findState } from '../state/state.repository.ts';
import { type Allowed, listApprovals } from './approvals.ts';
import { decideService, type ServiceDecision } from './push-decision.ts';

type ConfirmedService = SubmitRequest['services'][number];
type Pull = Awaited<ReturnType<Configuration['pulls']['find']>>;

/** A pull with all that can be decided without a person. */
export interface PushReview {
  decisions: (ServiceDecision & { serviceName: string })[];
  /** Submit of each service that changes. */
  services: ConfirmedService[];
  /** Names of services with files that only changed here. */
  changedHere: string[];
  /** Names of services that never exchanged anything with the branch. */
  unknown: string[];
  /** Changes that a person has to approve, as ends of a sentence. */
  approvals: string[];
}

interface Parts {
  db: Kysely<Database>;
  services: Services;
  configuration: Pick<Configuration, 'backups' | 'bases' | 'fileExaminer' | 'pulls' | 'remoteFiles'>;
}

interface ServiceReview {
  decision: ServiceDecision;
  confirmed: ConfirmedService;
  hasBase: boolean;
  approvals: string[];
}

/** Compares a pull with the live configuration, and merges files without conflicts, as the wizard does. */
export class PushReviews {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A pull of a request is compared with the last exchange of `intoBranch`, for it has none of its own. */
  async review(
    caller: Caller,
    key: ConnectionKey,
    { pullId, intoBranch }: { pullId: string; intoBranch?: string | undefined },
    signal: AbortSignal,
  ): Promise<PushReview> {
    const { db, configuration } = this.#parts;
    const pull = await configuration.pulls.find(caller.domainId, pullId);
    const state = await findState(db, key);
    const review: PushReview = { decisions: [], services: [], changedHere: [], unknown: [], approvals: [] };
    for (const service of pull.services) {
      const same = state?.sameMetadata[service.serviceId];
      const { decision, confirmed, hasBase, approvals } = await this.#reviewService(
        caller,
        pull,
        { ...service, intoBranch },
        same,
        signal,
      );
      const { taken, merged, open, here } = decision;
      review.decisions.push({ ...decision, serviceName: service.serviceName });
      review.approvals.push(...approvals);
      if (here.length > 0) review.changedHere.push(service.serviceName);
      if (taken.length + merged.length + open.length === 0) continue;
      if (!hasBase) review.unknown.push(service.serviceName);
      if (taken.length + merged.length > 0) review.services.push(confirmed);
    }
    return review;
  }

  async #reviewService(
    caller: Caller,
    pull: Pull,
    {
      serviceId,
      files,
      ignoredPaths,
      intoBranch,
    }: Pull['services'][number] & { intoBranch: string | undefined },
    same: Parameters<typeof listDifferences>[0]['same'],
    signal: AbortSignal,
  ): Promise<ServiceReview> {
    const { services, configuration } = this.#parts;
    const { domainId, gitUrl, branch } = pull;
    const client = services.getClient(caller);
    const live = await readMetadata(client, serviceId, { signal });
    const base = await configuration.bases.find({
      domainId,
      serviceId,
      gitUrl,
      branch: intoBranch ?? branch,
    });
    const exchanged = base && (await this.#readExchanged(caller, serviceId, base.submittedVersion, signal));
    const inBranch = {
      files: Object.fromEntries(files.map((file) => [filePathOf(file), file.checksum])),
      ignoredPaths,
    };
    const differences = listDifferences({
      live: checksumsOf(live),
      branch: inBranch,
      base: base?.checksums,
      same,
    });
    const isMergeNeeded =
      base !== undefined &&
      // The merge reads the base of the pull's own branch.
      intoBranch === undefined &&
      differences.some(
        ({ isChangedHere, isChangedThere, here, there }) =>
          isChangedHere && isChangedThere && here !== undefined && there !== undefined,
      );
    const examined: Record<string, FileExamination> = isMergeNeeded
      ? (
          await configuration.fileExaminer.examine(
            caller,
            { uuid: pull.id, serviceId, version: live.version },
            signal,
          )
        ).files
      : {};
    const decision = decideService(differences, {
      hasBase: base !== undefined,
      defaults: live.defaultActions,
      exchanged,
      conflictsIn: (path) => examined[path]?.conflicts,
    });
    const chosen = [...decision.taken, ...decision.merged].map(({ path, action }) => ({
      ...filePlaceOf(path),
      action,
    }));
    const confirmed = {
      serviceId,
      baseVersion: live.version,
      exchange: intoBranch === undefined ? (base?.id ?? null) : null,
      folders: toFolders(chosen, ({ name, action }) => ({ name, action })),
    } as ConfirmedService;
    const metadata = chosen.filter(({ name, action }) => isMetaFile(name) && action !== 'delete');
    const undone = await this.#listUndone(caller, serviceId, base?.submittedVersion ?? 0, {
      files: decision.taken,
      checksums: inBranch.files,
    });
    const approvals = await this.#listApprovals(
      caller,
      { pull, serviceId, version: live.version },
      metadata,
      signal,
    );
    return { decision, confirmed, hasBase: base !== undefined, approvals: [...undone, ...approvals] };
  }

  /** Files that someone undid here, and that are unchanged in git since. */
  async #listUndone(
    caller: Caller,
    serviceId: string,
    after: number,
    { files, checksums }: { files: ServiceDecision['taken']; checksums: Readonly<Record<string, string>> },
  ): Promise<string[]> {
    if (files.length === 0) return [];
    const { backups } = this.#parts.configuration;
    const undone = await backups.listUndone(caller, { serviceId, after });
    const paths = files
      .map(({ path }) => path)
      .filter((path) => undone.some((live) => live.get(path) === checksums[path]));
    const [first] = paths;
    if (first === undefined) return [];
    return [paths.length === 1 ? `${first} was undone here` : `${paths.length} files were undone here`];
  }

  async #listApprovals(
    caller: Caller,
    { pull, serviceId, version }: { pull: Pull; serviceId: string; version: number },
    metadata: readonly { folderPath: string; name: string }[],
    signal: AbortSignal,
  ): Promise<string[]> {
    if (metadata.length === 0) return [];
    const { services, configuration } = this.#parts;
    const filePaths = metadata.map(filePathOf);
    const [allowed, before, after] = await Promise.all([
      this.#readAllowed(caller, serviceId),
      readSources(services.getClient(caller), serviceId, metadata, { version, signal }),
      configuration.remoteFiles.readSeveral(caller, { uuid: pull.id, serviceId, filePaths }, signal),
    ]);
    return after.flatMap(({ filePath, content }) =>
      listApprovals(
        { path: filePath, before: before.get(filePath)?.content ?? null, after: content },
        allowed,
      ),
    );
  }

  /** A service without functions allows nothing, and has nothing to allow. */
  async #readAllowed(caller: Caller, serviceId: string): Promise<Allowed> {
    const client = this.#parts.services.getClient(caller);
    try {
      const [hosts, values] = await Promise.all([
        client.call(serviceId, listHosts, {}),
        client.call(serviceId, listValues, {}),
      ]);
      return {
        hosts: new Set(hosts.content.filter(({ isAllowed }) => isAllowed).map(({ host }) => host)),
        secrets: new Set(
          values.content.filter(({ kind, isSet }) => kind === 'secret' && isSet).map(({ name }) => name),
        ),
      };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'notFound')
        return { hosts: new Set(), secrets: new Set() };
      throw error;
    }
  }

  /** Undefined if the service no longer has the version. */
  async #readExchanged(
    caller: Caller,
    serviceId: string,
    version: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | undefined> {
    try {
      const client = this.#parts.services.getClient(caller);
      return checksumsOf(await readMetadata(client, serviceId, { version, signal }));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
