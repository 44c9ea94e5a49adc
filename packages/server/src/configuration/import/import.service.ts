import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { ImportedService, importBodies } from '@atrium/contract/configuration/import';
import type { UnreadService } from '@atrium/contract/configuration/pull';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import {
  bodyToFiles,
  type ConfigurationBody,
  writeBody,
} from '@atrium/contract/service-api/files/item-files';
import { exportBody } from '@atrium/contract/service-api/versions/export';
import { AppError, NotFoundError, ValidationError } from '@atrium/host/errors';
import { takeSteps } from '@atrium/host/event-loop';
import type { Caller } from '../../http/caller.ts';
import type { RegisteredService } from '../../services/services.service.ts';
import { nameOfService } from '../about-service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { changesTo } from '../diff/body-changes.ts';
import { checksumsOf } from '../live-configuration.ts';
import { findHiddenMetadata } from '../merge/hidden-metadata.ts';
import type { ChangeHandle } from '../operations.service.ts';
import type { RemoteService } from '../pull/manifest.ts';
import type { PullWithFiles } from '../pull/pull.repository.ts';
import type { Pulls } from '../pull/pull.service.ts';
import type { PullResponse } from '../pull/pull-response.ts';
import type { ReadLimit } from '../pull/read-limit.ts';
import type { RemoteFiles } from '../pull/remote-file.service.ts';
import { failureOfServices } from '../services-failure.ts';
import { refuseOtherBase } from '../versions/refuse-other-base.ts';
import type { BothBodies } from './bodies-response.ts';
import { failureOf, logFailure } from './change-failure.ts';
import { gather, readLocalBody } from './local-body.ts';
import { ONE_SERVICE_MESSAGE, type ServiceChanges } from './service-change.service.ts';
import type { ComparedChange, ServiceChange, Submitted } from './service-change.ts';
import { outcomeOfService } from './service-outcome.ts';

type ImportBodies = EndpointInput<typeof importBodies>['body'];
type ConfirmedBody = ImportBodies['confirmed'][number];

interface Parts extends ConfigurationParts {
  pulls: Pulls;
  remoteFiles: RemoteFiles;
  readLimit: ReadLimit;
  serviceChanges: ServiceChanges;
}

const UPLOAD_MESSAGE = 'Imported configuration';
/** Name of the log entry. */
const ACTION = 'configuration.import';

/** Configuration as whole JSON bodies: what the import dialog compares and sends. */
export class Imports {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Like `pulls.pull`, with both sides as bodies on request. */
  async pull(caller: Caller, request: GitRequest, signal: AbortSignal): Promise<PullResponse> {
    const answer = await this.#parts.pulls.pull(caller, request, signal);
    return request.sendImportRequests ? this.#withResults(caller, answer.head.uuid, signal) : answer;
  }

  async getPull(
    caller: Caller,
    id: string,
    wantsResults: boolean,
    signal: AbortSignal,
  ): Promise<PullResponse> {
    return wantsResults ? this.#withResults(caller, id, signal) : this.#parts.pulls.get(caller, id);
  }

  async readLocal(caller: Caller, serviceName: string | undefined): Promise<BothBodies[]> {
    const listed = await this.#parts.services.listRegistered();
    const chosen = listed.filter(({ id, name }) => [undefined, id, name].includes(serviceName));
    if (chosen.length === 0) throw new NotFoundError(`There is no service "${serviceName}".`);
    return Promise.all(chosen.map((service) => this.#readLocalSide(caller, service)));
  }

  /** A service that fails does not stop the others. `ifMatch` can be set for one service only. */
  async importBodies(
    caller: Caller,
    request: ImportBodies,
    { signal, ifMatch }: { signal: AbortSignal; ifMatch: readonly number[] | undefined },
  ): Promise<ImportedService[]> {
    const { operations, random, services, serviceChanges } = this.#parts;
    const [first, ...others] = request.confirmed;
    if (ifMatch !== undefined && first !== undefined) {
      if (others.length > 0) throw new ValidationError(ONE_SERVICE_MESSAGE);
      const { serviceId, baseVersion } = first;
      await serviceChanges.readBase(caller, { serviceId, baseVersion, ifMatch });
    }
    const about = async () =>
      others.length > 0 || first === undefined
        ? `${request.confirmed.length} services`
        : nameOfService(services, first.serviceId);
    const options = {
      id: request.progress,
      signal,
      about,
      failureOf: (results: ImportedService[]) => failureOfServices(results, 'imported'),
    };
    return operations.change(caller, 'IMPORT', options, async (work) => {
      const backupKey = request.backupKey ?? random.id();
      const results: ImportedService[] = [];
      for (const confirmed of request.confirmed) {
        work.onProgress('WRITE', results.length, request.confirmed.length);
        const importOne = (onWrite: () => void) =>
          this.#importOne(caller, confirmed, { ...request, backupKey }, work, onWrite);
        results.push(await outcomeOfService(this.#parts, confirmed.serviceId, work.signal, importOne));
      }
      return results;
    });
  }

  /** The changes that make a body live; nothing is written yet. */
  async prepare(
    caller: Caller,
    confirmed: ConfirmedBody,
    { message = UPLOAD_MESSAGE, backupKey, uuid }: ImportBodies,
  ): Promise<ComparedChange> {
    const { db, pulls, serviceChanges } = this.#parts;
    const { serviceId, body, baseVersion, commitSha } = confirmed;
    const pull = uuid === undefined ? undefined : await pulls.find(caller.domainId, uuid);
    const isPulled = pull?.services.some((each) => each.serviceId === serviceId);
    const metadata = await serviceChanges.readBase(caller, { serviceId, baseVersion });
    if (pull && isPulled) await refuseOtherBase(db, pull, confirmed);
    return {
      serviceId,
      baseVersion,
      base: checksumsOf(metadata),
      changes: changesTo(body, metadata),
      message,
      commitSha: commitSha ?? null,
      backupKey,
      action: ACTION,
      ...(pull && isPulled && { pull }),
    };
  }

  async #readLocalSide(caller: Caller, { id, name }: RegisteredService): Promise<BothBodies> {
    const { version, pieces } = await this.#parts.services
      .getClient(caller)
      .callInSteps(id, exportBody, { query: {} }, readLocalBody);
    return {
      head: {
        name,
        serviceId: id,
        localBody: '',
        gitBody: '',
        commitSha: null,
        baseVersion: version,
        sendBody: false,
        showBody: false,
      },
      local: pieces,
      git: [],
    };
  }

  async #readResult(
    caller: Caller,
    pull: PullWithFiles,
    service: RemoteService,
    signal: AbortSignal,
  ): Promise<BothBodies | UnreadService> {
    const { services, remoteFiles } = this.#parts;
    const readLive = async () => this.#readLocalSide(caller, await services.get(service.serviceId));
    const [live, read] = await Promise.allSettled([
      readLive(),
      remoteFiles.readWhole(caller, pull, service, signal),
    ]);
    signal.throwIfAborted();
    if (live.status === 'rejected') return toUnread(service, live.reason);
    if (read.status === 'rejected') throw read.reason;
    const [{ head, local }, remote] = [live.value, read.value];
    const localBody = local.join('');
    const files = withKept(remote, localBody, new Set(service.ignoredPaths));
    const git = await takeSteps(gather(writeBody(files)));
    const isDifferent = git.join('') !== localBody;
    const compared = { commitSha: pull.commitSha, sendBody: isDifferent, showBody: isDifferent };
    return { head: { ...head, ...compared }, local, git };
  }

  async #withResults(caller: Caller, id: string, signal: AbortSignal): Promise<PullResponse> {
    const { pulls, remoteFiles, readLimit } = this.#parts;
    const { domainId } = caller;
    const pull = await remoteFiles.readWhenComplete(await pulls.find(domainId, id), signal);
    const found = await readLimit(domainId, signal, () =>
      Promise.all(pull.services.map((service) => this.#readResult(caller, pull, service, signal))),
    );
    const results = found.filter((one) => 'head' in one);
    const unread = found.flatMap((one) => ('head' in one ? [] : one));
    // Only now all contents are read, and it is known which of them cannot be taken.
    const { head, ...files } = await pulls.get(caller, id);
    return { head: { ...head, results: results.map((result) => result.head), unread }, results, ...files };
  }

  async #importOne(
    caller: Caller,
    confirmed: ConfirmedBody,
    request: ImportBodies,
    { signal, attempt }: ChangeHandle,
    onWrite: () => void,
  ): Promise<Submitted> {
    const { db, serviceChanges } = this.#parts;
    const { serviceId, baseVersion: version } = confirmed;
    const prepared = await this.prepare(caller, confirmed, request).catch(async (error: unknown) => {
      // Later failures are logged by the submit.
      const message = request.message ?? UPLOAD_MESSAGE;
      await logFailure(
        this.#parts,
        db,
        { caller, action: ACTION, serviceId, version, message },
        failureOf(error),
      );
      throw error;
    });
    const change = await this.#withHidden(caller, prepared, signal);
    return serviceChanges.submit(caller, change, attempt, onWrite);
  }

  /** Leaves out metadata that stays unchanged, and differs from the pull in nothing that counts. */
  async #withHidden(caller: Caller, change: ComparedChange, signal: AbortSignal): Promise<ServiceChange> {
    const { pull, serviceId, baseVersion: version, base: local, changes } = change;
    if (pull === undefined) return change;
    const complete = await this.#parts.remoteFiles.readWhenComplete(pull, signal);
    const compared = { pull: complete, serviceId, version, local, decided: new Set(changes.map(filePathOf)) };
    return { ...change, leftOut: await findHiddenMetadata(this.#parts, caller, compared, signal) };
  }
}

/** A service that cannot be read does not stop the others; everything else is an error of the whole. */
function toUnread({ serviceId, serviceName }: RemoteService, error: unknown): UnreadService {
  if (!(error instanceof AppError)) throw error;
  return { serviceId, serviceName, error: { localizedMessage: error.message } };
}

/** A file that the remote leaves out is not deleted: the live file takes its place. */
function withKept(
  { files, unreadable }: { files: ConfigurationFile[]; unreadable: ReadonlySet<string> },
  localBody: string,
  ignoredPaths: ReadonlySet<string>,
): ConfigurationFile[] {
  if (unreadable.size === 0 && ignoredPaths.size === 0) return files;
  const live = bodyToFiles(JSON.parse(localBody) as ConfigurationBody);
  const kept = live.filter((file) => {
    const path = filePathOf(file);
    return unreadable.has(path) || isLeftOutPlace(path, ignoredPaths);
  });
  return [...files, ...kept];
}
