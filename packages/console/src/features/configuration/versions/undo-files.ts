import type { ComparedFile } from '@atrium/contract/configuration/comparison';

/** Files of a version, by the effect of undoing it. */
export interface UndoneFiles {
  /** Files that become as before the version. */
  undone: string[];
  /** Files that are as before the version already. */
  back: string[];
  /** Files that later versions changed: undoing would lose those changes. */
  overwritten: string[];
}

/** Compares the changes that a version made with those made after it. */
export function undoneFiles(made: readonly ComparedFile[], since: readonly ComparedFile[]): UndoneFiles {
  const later = blobsByPath(since);
  const kinds = new Map<string, keyof UndoneFiles>();
  for (const [path, { before }] of blobsByPath(made)) {
    const change = later.get(path);
    kinds.set(path, change === undefined ? 'undone' : change.after === before ? 'back' : 'overwritten');
  }
  for (const { filePath, oldFilePath } of made) {
    if (oldFilePath === undefined) continue;
    // A move is undone at both paths or at none: half of it leaves a second copy of a file that was moved on.
    const isHalf = (kinds.get(oldFilePath) === 'undone') !== (kinds.get(filePath) === 'undone');
    if (isHalf) for (const path of [oldFilePath, filePath]) kinds.set(path, 'overwritten');
  }
  const files: UndoneFiles = { undone: [], back: [], overwritten: [] };
  for (const [path, kind] of kinds) files[kind].push(path);
  return files;
}

interface Blobs {
  before: string | null;
  after: string | null;
}

/** Contents by path; a move empties one path and fills another. */
function blobsByPath(files: readonly ComparedFile[]): Map<string, Blobs> {
  return new Map(
    files.flatMap(({ filePath, oldFilePath, before, after }): [string, Blobs][] =>
      oldFilePath === undefined
        ? [[filePath, { before, after }]]
        : [
            [oldFilePath, { before, after: null }],
            [filePath, { before: null, after }],
          ],
    ),
  );
}
