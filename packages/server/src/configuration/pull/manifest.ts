import { type IgnoredFiles, maxIgnoredExamples } from '@atrium/contract/configuration/ignored-files';
import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
  isFileName,
  isFolderPath,
  MAX_FILE_NAME_LENGTH,
  MAX_FOLDER_PATH_LENGTH,
} from '@atrium/contract/service-api/files/configuration-file';
import { hasItemEnding } from '@atrium/contract/service-api/files/item-file-names';
import { findPlaceConflicts } from '@atrium/contract/service-api/files/place-conflicts';
import { NOTHING_OUTSIDE, type OutsideFiles, type TreeEntry } from '../../providers/git/reading/tree.ts';

/** Occurs in names that are not UTF-8; accepting one would give it another name. */
const NO_UTF8 = '\uFFFD';

/** The rule that the path of a file breaks; for one that is known not to be allowed. */
function findNameProblem(filePath: string): IgnoredReason {
  if (filePath.includes(NO_UTF8)) return 'NAME_ENCODING';
  const { folderPath, name } = filePlaceOf(filePath);
  if (folderPath.length > MAX_FOLDER_PATH_LENGTH || name.length > MAX_FILE_NAME_LENGTH) return 'NAME_LENGTH';
  if (/[\\:*?"<>|\p{C}\p{Zl}\p{Zp}]/u.test(filePath)) return 'NAME_CHARACTER';
  const segments = filePath.split('/');
  if (segments.some((segment) => !/^[\p{L}\p{N}_]/u.test(segment))) return 'NAME_START';
  return segments.some((segment) => /[\p{Z}.]$/u.test(segment)) ? 'NAME_END' : 'INVALID_NAME';
}

/** A file of the remote, of one service. */
export interface RemoteFile extends FilePlace {
  checksum: string;
  /** Its path in the service's folder as the repository spells it, where that is not the one form that counts here. */
  spelledPath?: string;
}

/** The path of a file in the service's folder of the repository. */
export function spelledPathOf(file: RemoteFile): string {
  return file.spelledPath ?? filePathOf(file);
}

/** The files of one service in a remote, in order of their paths. */
export interface RemoteService {
  serviceId: string;
  serviceName: string;
  /** The service's live version when the remote was pulled; null when it did not answer. */
  localVersion: number | null;
  files: RemoteFile[];
  /** Paths that take no part in the pull but occupy the place of a possible live file. */
  ignoredPaths: string[];
}

export interface Manifest {
  services: RemoteService[];
  ignored: IgnoredFiles[];
}

const SYMBOLIC_LINK = '120000';
const SUBMODULE = '160000';
const MAX_EXAMPLE_LENGTH = 200;

/**
 * Sorts a tree into services, and lists files that take no part, with reasons. `outside` lists entries next to the part that
 * was read.
 */
export function buildManifest(
  entries: readonly TreeEntry[],
  services: readonly { id: string; name: string }[],
  outside: OutsideFiles = NOTHING_OUTSIDE,
): Manifest {
  const ignored = new Map<IgnoredReason, IgnoredFiles>();
  const ignore = (reason: IgnoredReason, path: string) => {
    const known = ignored.get(reason) ?? { reason, count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < maxIgnoredExamples(reason)) known.examples.push(shorten(path));
    ignored.set(reason, known);
  };
  if (outside.count > 0) {
    const { count, examples, isMore } = outside;
    const entry = { reason: 'NOT_A_SERVICE' as const, count, examples: examples.map(shorten) };
    ignored.set('NOT_A_SERVICE', { ...entry, ...(isMore && { isMore }) });
  }
  const byService = new Map<string, RemoteFile[]>(services.map(({ id }) => [id, []]));
  const ignoredPaths = new Map<string, string[]>(services.map(({ id }) => [id, []]));
  const folderOf = remember((folderPath) => (isFolderPath(folderPath) ? folderPath : null));
  for (const entry of entries) {
    const found = readPlace(entry, byService, folderOf);
    if (typeof found !== 'string') {
      found.files.push(found.file);
      continue;
    }
    ignore(found, entry.path);
    if (found === 'SYMBOLIC_LINK' || found === 'SUBMODULE') {
      const first = entry.path.indexOf('/');
      ignoredPaths.get(entry.path.slice(0, first))?.push(entry.path.slice(first + 1).normalize('NFC'));
    }
  }
  const manifest = services.map(({ id, name }): RemoteService => {
    const ignoredOfService = ignoredPaths.get(id) ?? [];
    const files = withoutConflicts(byService.get(id) ?? [], (reason, file) => {
      ignore(reason, `${id}/${spelledPathOf(file)}`);
      ignoredOfService.push(filePathOf(file));
    });
    return { serviceId: id, serviceName: name, localVersion: null, files, ignoredPaths: ignoredOfService };
  });
  return {
    services: manifest.filter(({ files }) => files.length > 0),
    ignored: [...ignored.values()],
  };
}

type Place = { files: RemoteFile[]; file: RemoteFile } | IgnoredReason;

function readPlace(
  { mode, path, blobId }: TreeEntry,
  byService: ReadonlyMap<string, RemoteFile[]>,
  folderOf: (folderPath: string) => string | null,
): Place {
  const first = path.indexOf('/');
  const files = first === -1 ? undefined : byService.get(path.slice(0, first));
  if (files === undefined) return 'NOT_A_SERVICE';
  if (mode === SYMBOLIC_LINK) return 'SYMBOLIC_LINK';
  if (mode === SUBMODULE) return 'SUBMODULE';
  const last = path.lastIndexOf('/');
  if (!hasItemEnding(path)) return 'NOT_SOURCE_OR_METADATA';
  if (last === first) return 'NO_FOLDER';
  const spelledPath = path.slice(first + 1);
  // macOS writes `é` as two characters: one spelling counts here, and the repository keeps its own.
  const filePath = spelledPath.normalize('NFC');
  const place = filePlaceOf(filePath);
  const { name } = place;
  const folderPath = folderOf(place.folderPath);
  const isAllowed = !path.includes(NO_UTF8) && isFileName(name);
  if (!isAllowed || folderPath === null) return findNameProblem(filePath);
  const isRespelled = filePath !== spelledPath;
  return { files, file: { folderPath, name, checksum: blobId, ...(isRespelled && { spelledPath }) } };
}

/** Thousands of files share few folders: each is checked, and held, once. */
function remember(check: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string | null>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const result = check(text);
    known.set(text, result);
    return result;
  };
}

/** Neither of two files that cannot be in one tree takes part: a machine must not guess which one is meant. */
function withoutConflicts(
  files: RemoteFile[],
  onIgnored: (reason: IgnoredReason, file: RemoteFile) => void,
): RemoteFile[] {
  const refused = new Map<string, IgnoredReason>();
  for (const { path, other, reason } of findPlaceConflicts(files)) {
    for (const each of [path, other])
      if (refused.get(each) !== 'AMBIGUOUS_NAME')
        refused.set(each, reason === 'TWO_SOURCES' ? reason : 'AMBIGUOUS_NAME');
  }
  if (refused.size === 0) return files;
  const reasonOf = (path: string) => {
    for (let end = path.length; end !== -1; end = path.lastIndexOf('/', end - 1)) {
      const reason = refused.get(path.slice(0, end));
      if (reason !== undefined) return reason;
      if (end === 0) break;
    }
    return undefined;
  };
  return files.filter((file) => {
    const reason = reasonOf(filePathOf(file));
    if (reason === undefined) return true;
    onIgnored(reason, file);
    return false;
  });
}

function shorten(path: string): string {
  const shown = path.replace(/[\p{Cc}\uFFFD]/gu, '?');
  return shown.length > MAX_EXAMPLE_LENGTH ? `${shown.slice(0, MAX_EXAMPLE_LENGTH)}…` : shown;
}

/** Why bytes cannot be a configuration file's content; undefined when they can. */
export function findUnreadable(
  content: Buffer,
  isUtf8: (bytes: Buffer) => boolean,
): IgnoredReason | undefined {
  if (!isUtf8(content) || content.includes(0)) return 'NOT_TEXT';
  const isPointer = content.length < 1024 && content.toString('latin1').startsWith(LFS_HEAD);
  return isPointer ? 'LFS_POINTER' : undefined;
}

const LFS_HEAD = 'version https://git-lfs.github.com/spec/';
