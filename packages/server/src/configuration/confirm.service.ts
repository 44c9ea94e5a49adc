import type { ConfirmedFile, confirmPull } from '@atrium/contract/configuration/confirm';
import { type Choice, type DiffType, isAllowedChoice } from '@atrium/contract/configuration/diff-file';
import { isLeftOutPlace } from '@atrium/contract/configuration/manifest';
import type { EndpointInput } from '@atrium/contract/endpoint';
import type { FieldError } from '@atrium/contract/errors';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnprocessableError } from '../http/errors.ts';
import type { ConfigurationParts } from './configuration.ts';
import { checksumsOf, readMetadata, readSources } from './live-configuration.ts';
import type { RemoteService } from './manifest.ts';
import { type MergeRequest, mergeContents } from './merge-contents.ts';
import type { PullWithFiles } from './pull.repository.ts';
import type { Pulls } from './pull.service.ts';
import type { RemoteFiles, WantedFile } from './remote-file.service.ts';
import type { ImportFolders, Submitted, Submitting } from './submit.service.ts';

type ConfirmRequest = EndpointInput<typeof confirmPull>['body'];

export interface Confirming {
  /** Makes the chosen files of one service live, while one of the versions `ifMatch` is: all of them or none. */
  confirm(
    caller: Caller,
    request: ConfirmRequest,
    options: { signal: AbortSignal; ifMatch: readonly number[] | undefined },
  ): Promise<Submitted>;
}

/** One chosen file with both of its sides. */
interface ChosenFile extends WantedFile {
  path: string;
  action: ConfirmedFile['action'];
  content: string | undefined;
  /** Both sides are equal: whatever is chosen changes nothing. */
  isSame: boolean;
}

export function createConfirming(
  parts: ConfigurationParts,
  pulls: Pulls,
  remoteFiles: RemoteFiles,
  submitting: Submitting,
): Confirming {
  const { services } = parts;

  async function mergeAll(
    caller: Caller,
    pull: PullWithFiles,
    request: ConfirmRequest,
    files: readonly ChosenFile[],
    remote: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const { serviceId, baseVersion } = request;
    const merged = new Map<string, string>();
    if (files.length === 0) return merged;
    const [bases, local] = await Promise.all([
      remoteFiles.readBases(caller, pull, serviceId, files),
      readSources(services.client(caller), serviceId, files, { version: baseVersion, signal }),
    ]);
    const requests = files.map(
      ({ path, action }): MergeRequest => ({
        base: bases.get(path)?.content ?? null,
        local: local.get(path)?.content ?? '',
        remote: remote.get(path) ?? '',
        favoured: action === 'merge-local' ? 'local' : 'remote',
      }),
    );
    const contents = await mergeContents(requests, signal);
    files.forEach(({ path }, index) => merged.set(path, contents[index] ?? ''));
    return merged;
  }

  return {
    async confirm(caller, request, { signal, ifMatch }) {
      const pull = await pulls.find(caller.domainId, request.uuid);
      const service = pull.services.find(({ serviceId }) => serviceId === request.serviceId);
      if (service === undefined) throw new NotFoundError('The service is not part of this pull.');
      const names = request.folders.map(({ name, files }) => {
        return { name, files: files.map((file) => ({ name: file.name, action: 'local' as const })) };
      });
      const { serviceId, baseVersion } = request;
      await submitting.refuseIfMoved(caller, { serviceId, baseVersion, folders: names, ifMatch });
      const metadata = await readMetadata(services.client(caller), service.serviceId, {
        version: request.baseVersion,
        signal,
      });
      const local = checksumsOf(metadata);
      const chosen = chooseFiles(request, service, local);
      const isMergedHere = ({ action, content }: ChosenFile) =>
        (action === 'merge-local' || action === 'merge-remote') && content === undefined;
      const toMerge = chosen.filter(isMergedHere);
      const toTake = chosen.filter(
        (file) => (file.action === 'remote' && !file.isSame) || isMergedHere(file),
      );
      const remote = await remoteFiles.readAll(caller, pull, service.serviceId, toTake);
      const merged = await mergeAll(caller, pull, request, toMerge, remote, signal);
      const contentOf = ({ path, content }: ChosenFile) => content ?? merged.get(path) ?? remote.get(path);
      const { leftOut = [] } = request;
      const readable = service.localVersion === baseVersion ? local : new Map<string, string>();
      const undecided = [...leftOut, ...Object.keys(pull.unreadable[serviceId] ?? {})];
      await remoteFiles.keepBases(caller, pull, serviceId, undecided, readable);
      signal.throwIfAborted();
      return submitting.submit(caller, {
        serviceId: service.serviceId,
        baseVersion: request.baseVersion,
        folders: toImport(chosen, contentOf),
        message: request.message ?? defaultMessage(pull),
        commitSha: pull.commitSha,
        backupKey: request.backupKey,
        action: 'configuration.import',
        ifMatch,
        pull,
        leftOut,
      });
    },
  };
}

function defaultMessage({ branch, commitSha, gitUrl }: PullWithFiles): string {
  return `Pulled ${branch === null ? '' : `${branch} at `}${commitSha.slice(0, 8)} from ${gitUrl}`;
}

/** Refuses what the console would not offer, and tells all of it at once. */
function chooseFiles(
  request: ConfirmRequest,
  service: RemoteService,
  local: ReadonlyMap<string, string>,
): ChosenFile[] {
  const remote = new Map(service.files.map((file) => [`${file.folderPath}/${file.name}`, file.checksum]));
  const ignoredPaths = new Set(service.ignoredPaths);
  const refused: FieldError[] = [];
  const seen = new Set<string>();
  const chosen: ChosenFile[] = [];
  for (const { name: folderPath, files } of request.folders) {
    for (const { name, action, content } of files) {
      const path = `${folderPath}/${name}`;
      const isLeftOut = isLeftOutPlace(path, ignoredPaths);
      const sides = { local: local.get(path), remote: remote.get(path), isLeftOut };
      const problem = seen.has(path) ? 'The file is named twice.' : findProblem(action, sides);
      seen.add(path);
      if (problem !== undefined) refused.push({ field: path, defaultMessage: `${path}: ${problem}` });
      chosen.push({
        ...{ folderPath, name, path, action, content },
        checksum: sides.remote ?? '',
        isSame: sides.local === sides.remote,
      });
    }
  }
  if (refused.length > 0) {
    throw new UnprocessableError('Some choices are not possible.', { fields: refused });
  }
  return chosen;
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

/** A moved file is a new one and a deleted one here. */
function typeOf({ local, remote }: Omit<Sides, 'isLeftOut'>): DiffType | undefined {
  if (local === undefined) return remote === undefined ? undefined : 'NEW';
  if (remote === undefined) return 'DELETED';
  return local === remote ? 'NO_CHANGE' : 'CHANGED';
}

function toImport(
  chosen: readonly ChosenFile[],
  contentOf: (file: ChosenFile) => string | undefined,
): ImportFolders {
  const folders = new Map<string, ImportFolders[number]>();
  for (const file of chosen) {
    const { folderPath, name, action, isSame } = file;
    if (action === 'local' || isSame) continue;
    const folder = folders.get(folderPath) ?? { name: folderPath, files: [] };
    folders.set(folderPath, folder);
    if (action === 'delete') folder.files.push({ name, action: 'delete' });
    else {
      const content = contentOf(file) ?? '';
      folder.files.push({ name, action: action === 'remote' ? 'remote' : 'merge', content });
    }
  }
  return [...folders.values()];
}
