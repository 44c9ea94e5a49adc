import { UnprocessableError } from '@atrium/host/errors';
import type { TreeEntry } from '../../providers/git/reading/tree.ts';

/** Folders of the repository for new files of a service. */
export interface Places {
  /** Returns whether the same file is already there. Throws if something else is there, or is in the way. */
  isTakenBy(filePath: string, checksum: string): boolean;
  /** Its path in the repository: folders that are there already keep their spelling. */
  pathFor(filePath: string): string;
}

const FILE_MODES = new Set(['100644', '100755']);

/** `removed` are the paths that make room. */
export function createPlaces(
  serviceId: string,
  inFolder: readonly TreeEntry[],
  removed: ReadonlySet<string>,
): Places {
  const staying = inFolder.filter(({ path }) => !removed.has(path));
  const files = new Map(staying.map((entry) => [entry.path.normalize('NFC'), entry]));
  const folders = new Set([...files.keys()].flatMap(foldersOf));
  const spellings = findSpellings(inFolder);
  return {
    isTakenBy(filePath, checksum) {
      const path = `${serviceId}/${filePath}`;
      const file = files.get(path);
      if (file?.path === path && file.blobId === checksum && FILE_MODES.has(file.mode)) return true;
      const blocking = file === undefined ? foldersOf(path).find((folder) => files.has(folder)) : path;
      if (blocking !== undefined) throw inTheWay(blocking);
      if (folders.has(path)) throw inTheWay(path);
      return false;
    },
    pathFor(filePath) {
      const path = `${serviceId}/${filePath}`;
      const folder = foldersOf(path).findLast((each) => spellings.has(each));
      return folder === undefined ? path : `${spellings.get(folder)}${path.slice(folder.length)}`;
    },
  };
}

/** The folders that the repository spells only in another Unicode form, by the form used here. */
function findSpellings(entries: readonly TreeEntry[]): Map<string, string> {
  const folders = new Set(entries.flatMap(({ path }) => foldersOf(path)));
  const respelled = [...folders].filter((folder) => !folders.has(folder.normalize('NFC')));
  return new Map(respelled.map((folder) => [folder.normalize('NFC'), folder]));
}

/** `a/b/c.js` → `a`, `a/b` */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
    folders.push(path.slice(0, end));
  return folders;
}

function inTheWay(path: string): UnprocessableError {
  return new UnprocessableError(
    `${path} exists in the repository, but a pull leaves it out, so it cannot be overwritten.`,
  );
}
