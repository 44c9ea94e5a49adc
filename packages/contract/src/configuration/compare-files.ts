import type { FilePlace } from '../service-api/files/configuration-file.ts';
import type { DiffType } from './diff-file.ts';

/** Fields of a file of either side that a comparison needs. */
export interface ComparedSide extends FilePlace {
  readonly checksum: string;
}

/** A file of a comparison, at its local path, or the path it would have if it is new. */
export interface ComparedFile<Side extends ComparedSide = ComparedSide> extends FilePlace {
  readonly type: DiffType;
  /** Path in the remote, if it differs. */
  readonly movedTo?: FilePlace;
  readonly local?: Side;
  readonly remote?: Side;
}

/** A file that is only local and one that is only remote, which are the same file at another place. */
export type MovedPair<Side extends ComparedSide> = readonly [local: Side, remote: Side];

/**
 * Compares two lists of files of one service by path and checksum. Without a list of `moved` files, files with
 * equal name and checksum that differ only in their folder count as moved.
 */
export function compareFiles<Side extends ComparedSide>(
  local: readonly Side[],
  remote: readonly Side[],
  moved?: readonly MovedPair<Side>[],
): ComparedFile<Side>[] {
  const remaining = new Folders(remote);
  const localOnly: Side[] = [];
  const compared: ComparedFile<Side>[] = [];
  for (const file of local) {
    const other = remaining.take(file);
    if (other === undefined) {
      localOnly.push(file);
      continue;
    }
    const type = other.checksum === file.checksum ? 'NO_CHANGE' : 'CHANGED';
    compared.push({ type, folderPath: file.folderPath, name: file.name, local: file, remote: other });
  }
  const pairs = new Map<Side, Side>(moved ?? movedBlobs(localOnly, remaining.files()));
  for (const file of localOnly) {
    const target = pairs.get(file);
    const { folderPath, name } = file;
    if (target === undefined || remaining.take(target) === undefined) {
      compared.push({ type: 'DELETED', folderPath, name, local: file });
    } else {
      compared.push({
        type: 'MOVED',
        folderPath,
        name,
        movedTo: { folderPath: target.folderPath, name: target.name },
        local: file,
        remote: target,
      });
    }
  }
  for (const file of remaining.files()) {
    compared.push({ type: 'NEW', folderPath: file.folderPath, name: file.name, remote: file });
  }
  return compared.sort(byPlace);
}

/** Only a one-to-one match makes it certain which file moved where. */
function movedBlobs<Side extends ComparedSide>(
  local: readonly Side[],
  remote: readonly Side[],
): MovedPair<Side>[] {
  const keyOf = ({ checksum, name }: Side) => `${checksum}/${name}`;
  const remoteByKey = Map.groupBy(remote, keyOf);
  const pairs: MovedPair<Side>[] = [];
  for (const [key, files] of Map.groupBy(local, keyOf)) {
    const others = remoteByKey.get(key);
    const [file] = files;
    const [other] = others ?? [];
    if (files.length === 1 && others?.length === 1 && file && other) pairs.push([file, other]);
  }
  return pairs;
}

/** Files by folder and name. No path is put together for each of them: with 100,000 that takes most of the time. */
class Folders<Side extends ComparedSide> {
  readonly #folders = new Map<string, Map<string, Side>>();

  constructor(files: readonly Side[]) {
    for (const file of files) {
      let folder = this.#folders.get(file.folderPath);
      if (!folder) this.#folders.set(file.folderPath, (folder = new Map<string, Side>()));
      folder.set(file.name, file);
    }
  }

  /** Removes and answers the file at a place. */
  take({ folderPath, name }: FilePlace): Side | undefined {
    const folder = this.#folders.get(folderPath);
    const file = folder?.get(name);
    if (file) folder?.delete(name);
    return file;
  }

  files(): Side[] {
    return [...this.#folders.values()].flatMap((folder) => [...folder.values()]);
  }
}

/** The order of a comparison: by folder, then by name. */
export function byPlace(a: FilePlace, b: FilePlace): number {
  if (a.folderPath !== b.folderPath) return a.folderPath < b.folderPath ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
