import type { confirmPull, NothingDone } from '@atrium/contract/configuration/confirm';
import type { ConfirmedFile } from '@atrium/contract/configuration/confirmed-file';
import { type Choice, type DiffType, isAllowedChoice } from '@atrium/contract/configuration/diff-file';
import { filesOfFolders } from '@atrium/contract/configuration/file-ref';
import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { EndpointInput } from '@atrium/contract/endpoint';
import type { FieldError } from '@atrium/contract/errors';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { AppError, CallerLeftError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import { aboutSubmit, outcomeOfChange } from '../about-service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { ServiceChanges } from '../import/service-change.service.ts';
import type { FileChange, ServiceChange, Submitted } from '../import/service-change.ts';
import { checksumsOf, readSources } from '../live-configuration.ts';
import type { ChangeHandle } from '../operations.service.ts';
import type { RemoteService } from '../pull/manifest.ts';
import type { PullWithFiles } from '../pull/pull.repository.ts';
import type { Pulls } from '../pull/pull.service.ts';
import type { RemoteFiles, WantedFile } from '../pull/remote-file.service.ts';
import { requiredContent } from '../pull/required-content.ts';
import { refuseOtherBase } from '../versions/refuse-other-base.ts';
import { findHiddenMetadata } from './hidden-metadata.ts';
import { type MergeRequest, mergeContents } from './merge-contents.ts';

type ConfirmRequest = EndpointInput<typeof confirmPull>['body'];

interface Parts extends ConfigurationParts {
  pulls: Pulls;
  remoteFiles: RemoteFiles;
  serviceChanges: ServiceChanges;
}

interface ConfirmOptions {
  signal: AbortSignal;
  ifMatch: readonly number[] | undefined;
}

/** One chosen file with both of its sides. */
interface ChosenFile extends FilePlace {
  path: string;
  action: ConfirmedFile['action'];
  content: string | undefined;
  /** Path on each side; differs from `path` if the file moved on the other side. */
  localPath: string;
  remotePath: string;
  /** Former path, if both sides moved the file. */
  origin: string | undefined;
  /** The remote's checksum at `remotePath`; undefined where it does not have the file. */
  remoteChecksum: string | undefined;
  /** Both sides are equal: whatever is chosen changes nothing. */
  isSame: boolean;
}

export class ServiceSubmissions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Makes the chosen files of one service live, while one of the versions `ifMatch` is: all of them or none. */
  confirm(caller: Caller, request: ConfirmRequest, { signal, ifMatch }: ConfirmOptions): Promise<Submitted> {
    const { operations, services } = this.#parts;
    const { uuid, progress } = request;
    const options = {
      id: progress,
      signal,
      about: () => aboutSubmit(services, [request]),
      pullId: uuid,
      outcomeOf: outcomeOfChange,
    };
    return operations.change(caller, 'SUBMIT', options, (work) =>
      this.submitService(caller, request, work, ifMatch),
    );
  }

  /** Makes the chosen files live, as a part of work that is followed elsewhere. */
  async submitService(
    caller: Caller,
    request: ConfirmRequest,
    work: ChangeHandle,
    ifMatch?: ConfirmOptions['ifMatch'],
  ): Promise<Submitted> {
    let isWritten = false;
    work.onProgress('READ', 0, null);
    try {
      return await this.#submit(caller, request, ifMatch, work, () => {
        isWritten = true;
      });
    } catch (error) {
      throw isWritten ? error : withNothingDone(error);
    }
  }

  /** The change that `confirm` would make. Nothing is written. */
  async prepare(caller: Caller, request: ConfirmRequest, options: ConfirmOptions): Promise<ServiceChange> {
    return (await this.#prepare(caller, request, options)).change;
  }

  async #submit(
    caller: Caller,
    request: ConfirmRequest,
    ifMatch: ConfirmOptions['ifMatch'],
    work: ChangeHandle,
    onWrite: () => void,
  ): Promise<Submitted> {
    const { remoteFiles, serviceChanges } = this.#parts;
    const { signal } = work;
    const { change, pull, base, local } = await this.#prepare(caller, request, { signal, ifMatch });
    const { serviceId, baseVersion: version } = change;
    const { leftOut = [], folders } = request;
    // Only when all contents are here it is known which files cannot be taken: those count as not exchanged.
    const complete = await remoteFiles.readWhenComplete(pull, signal);
    const undecided = [...leftOut, ...Object.keys(complete.unreadable[serviceId] ?? {})];
    await remoteFiles.keepBases(caller, pull, serviceId, undecided, local);
    const decided = new Set([...filesOfFolders(folders).map(filePathOf), ...undecided]);
    const compared = { pull: complete, serviceId, version, local: base, decided };
    const hidden = await findHiddenMetadata(this.#parts, caller, compared, signal);
    work.signal.throwIfAborted();
    // Again, because contents may have been waited for, for a minute.
    await refuseOtherBase(this.#parts.db, pull, { ...request, baseVersion: version });
    work.onProgress('WRITE', 0, null);
    const whole = { ...change, leftOut: [...leftOut, ...hidden] };
    return serviceChanges.submit(caller, whole, work.attempt, onWrite);
  }

  async #prepare(caller: Caller, request: ConfirmRequest, { signal, ifMatch }: ConfirmOptions) {
    const { pulls, remoteFiles, serviceChanges } = this.#parts;
    const pull = await pulls.find(caller.domainId, request.uuid);
    const service = pull.services.find(({ serviceId }) => serviceId === request.serviceId);
    if (service === undefined) throw new NotFoundError('The service is not part of this pull.');
    const { serviceId, leftOut = [] } = request;
    const baseVersion = request.baseVersion ?? comparedVersion(service);
    const files = filesOfFolders(request.folders);
    const paths = new Set(files.map(filePathOf));
    const live = await serviceChanges.readBase(caller, { serviceId, baseVersion, ifMatch, paths }, signal);
    await refuseOtherBase(this.#parts.db, pull, { ...request, baseVersion });
    const base = checksumsOf(live);
    const chosen = chooseFiles(files, service, base);
    const toMerge = chosen.filter(isMergedHere);
    const toTake = chosen.filter((file) => (file.action === 'remote' && !file.isSame) || isMergedHere(file));
    const wanted = toTake.map(({ remotePath, remoteChecksum }): WantedFile => {
      return { ...filePlaceOf(remotePath), checksum: requiredContent(remoteChecksum, remotePath) };
    });
    const remote = await remoteFiles.readAll(caller, pull, serviceId, wanted, signal);
    const merged = await this.#mergeAll(caller, pull, { serviceId, baseVersion }, toMerge, remote, signal);
    const change: ServiceChange = {
      serviceId,
      baseVersion,
      base,
      changes: toChanges(chosen, ({ path, content }) => content ?? merged.get(path) ?? remote.get(path)),
      message: request.message ?? defaultMessage(pull),
      commitSha: pull.commitSha,
      backupKey: request.backupKey,
      action: 'configuration.import',
      pull,
      leftOut,
    };
    const isReadable = service.localVersion === baseVersion;
    return { change, pull, base, local: isReadable ? base : new Map<string, string>() };
  }

  /** Contents, by path, of the files that the server merges itself. */
  async #mergeAll(
    caller: Caller,
    pull: PullWithFiles,
    { serviceId, baseVersion }: Pick<ServiceChange, 'serviceId' | 'baseVersion'>,
    files: readonly ChosenFile[],
    remote: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const { services, remoteFiles } = this.#parts;
    if (files.length === 0) return new Map();
    const earlier = files
      .flatMap(({ localPath, remotePath, origin }) => [localPath, remotePath, ...(origin ? [origin] : [])])
      .map(filePlaceOf);
    const localPlaces = files.map(({ localPath }) => filePlaceOf(localPath));
    const [bases, local] = await Promise.all([
      remoteFiles.readBases(caller, pull, serviceId, earlier),
      readSources(services.getClient(caller), serviceId, localPlaces, { version: baseVersion, signal }),
    ]);
    const requests = files.map(
      ({ localPath, remotePath, origin = '', action }): MergeRequest => ({
        // The side that moved the file has it at a new place; the base is where the other one still has it, or both had it.
        base: (bases.get(origin) ?? bases.get(remotePath) ?? bases.get(localPath))?.content ?? null,
        local: requiredContent(local.get(localPath)?.content, localPath),
        remote: requiredContent(remote.get(remotePath), remotePath),
        favoured: action === 'merge-local' ? 'local' : 'remote',
      }),
    );
    const contents = await mergeContents(requests, signal);
    return new Map(files.map(({ path }, index) => [path, requiredContent(contents[index], path)]));
  }
}

/** The live version that the choices of a submit that names none were made against. */
function comparedVersion({ serviceName, localVersion }: RemoteService): number {
  if (localVersion !== null) return localVersion;
  throw new UnprocessableError(
    `${serviceName} did not answer when this was pulled, so nothing was compared. Pull again, or send baseVersion.`,
  );
}

const isMergedHere = ({ action, content }: ChosenFile) =>
  (action === 'merge-local' || action === 'merge-remote') && content === undefined;

function defaultMessage({ branch, commitSha, gitUrl }: PullWithFiles): string {
  return `Pulled ${branch === null ? '' : `${branch} at `}${commitSha.slice(0, 8)} from ${gitUrl}`;
}

/** Refuses what the console would not offer, and reports all of it at once. */
function chooseFiles(
  files: readonly (ConfirmedFile & FilePlace)[],
  service: RemoteService,
  local: ReadonlyMap<string, string>,
): ChosenFile[] {
  const remote = new Map(service.files.map((file) => [filePathOf(file), file.checksum]));
  const ignoredPaths = new Set(service.ignoredPaths);
  const refused: FieldError[] = [];
  const seen = new Set<string>();
  const chosen: ChosenFile[] = [];
  for (const { folderPath, name, action, content, movedFrom, origin } of files) {
    const path = filePathOf({ folderPath, name });
    const [localPath, remotePath] = placesOf(path, movedFrom, local);
    const isLeftOut = [path, remotePath].some((place) => isLeftOutPlace(place, ignoredPaths));
    const sides = { local: local.get(localPath), remote: remote.get(remotePath), isLeftOut };
    const isTwofold = movedFrom !== undefined && local.has(path) && remote.has(path);
    const problem = seen.has(path)
      ? 'The file is listed twice.'
      : isTwofold
        ? 'Both sides have a file here, so it did not move.'
        : findProblem(action, sides);
    seen.add(path);
    if (problem !== undefined) refused.push({ field: path, defaultMessage: `${path}: ${problem}` });
    chosen.push({
      folderPath,
      name,
      path,
      action,
      content,
      localPath,
      remotePath,
      origin,
      remoteChecksum: sides.remote,
      isSame: sides.local === sides.remote && localPath === remotePath,
    });
  }
  if (refused.length > 0) {
    throw new UnprocessableError('Some choices are not allowed for these files.', { fields: refused });
  }
  return chosen;
}

/** Places of the file on both sides: the side without one at `path` has it at `movedFrom`. */
function placesOf(
  path: string,
  movedFrom: string | undefined,
  local: ReadonlyMap<string, string>,
): [localPath: string, remotePath: string] {
  if (movedFrom === undefined) return [path, path];
  return local.has(path) ? [path, movedFrom] : [movedFrom, path];
}

interface Sides {
  local: string | undefined;
  remote: string | undefined;
  /** The repository has something there that takes no part. */
  isLeftOut: boolean;
}

function findProblem(action: ConfirmedFile['action'], sides: Sides): string | undefined {
  if (sides.isLeftOut && action !== 'local') return 'The pull leaves it out.';
  const type = typeOf(sides);
  if (type === undefined) return 'The file exists neither live nor in the pull.';
  // Taking what is equal already changes nothing.
  if (type === 'NO_CHANGE' && action === 'remote') return undefined;
  const choice: Choice = action === 'merge' ? 'merge-local' : action;
  return isAllowedChoice(type, choice)
    ? undefined
    : `"${action}" is not possible for a file of type ${type}.`;
}

/** A moved file is a new file and a deleted one here. */
function typeOf({ local, remote }: Omit<Sides, 'isLeftOut'>): DiffType | undefined {
  if (local === undefined) return remote === undefined ? undefined : 'NEW';
  if (remote === undefined) return 'DELETED';
  return local === remote ? 'NO_CHANGE' : 'CHANGED';
}

function toChanges(
  chosen: readonly ChosenFile[],
  contentOf: (file: ChosenFile) => string | undefined,
): FileChange[] {
  return chosen.flatMap((file): FileChange[] => {
    const { folderPath, name, action, isSame } = file;
    if (action === 'local' || isSame) return [];
    if (action === 'delete') return [{ folderPath, name, action }];
    const content = requiredContent(contentOf(file), file.path);
    return [{ folderPath, name, action: action === 'remote' ? 'remote' : 'merge', content }];
  });
}

/** Tells the caller that nothing came of the submit: for failures before anything is written. */
function withNothingDone(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== 'unavailable' || error instanceof CallerLeftError)
    return error;
  const { kind, message, retryAfterSeconds } = error;
  const details: NothingDone = { isNothingDone: true };
  const options = { details, cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return new AppError(kind, message, options);
}
