import type { FilePlace } from './configuration-file.ts';
import { filePathOf } from './configuration-file.ts';

/** Text under which two places are the same file on a disk that ignores case. */
function caseFold(text: string): string {
  return text.toUpperCase().toLowerCase().normalize('NFC');
}

export interface PlaceConflict {
  path: string;
  other: string;
  reason: 'DUPLICATE' | 'CASE' | 'FILE_AND_FOLDER';
}

/** Why two places cannot be in one tree, without a full stop. */
export function placeConflictText({ path, other, reason }: PlaceConflict): string {
  switch (reason) {
    case 'DUPLICATE':
      return `${path} is there twice`;
    case 'CASE':
      return `${path} and ${other} differ only in upper and lower case`;
    case 'FILE_AND_FOLDER':
      return `${path} cannot be both a file and a folder`;
  }
}

/**
 * Pairs that cannot be in one tree: the same path twice, paths that differ only in case (of the file
 * or of one of its folders), and a file where another file has a folder.
 */
export function findPlaceConflicts(places: readonly FilePlace[]): PlaceConflict[] {
  const conflicts: PlaceConflict[] = [];
  const seen = new Map<string, { path: string; isFolder: boolean }>();
  const visit = (path: string, isFolder: boolean) => {
    const key = caseFold(path);
    const earlier = seen.get(key);
    if (!earlier) {
      seen.set(key, { path, isFolder });
    } else if (earlier.path !== path) {
      conflicts.push({ path, other: earlier.path, reason: 'CASE' });
    } else if (earlier.isFolder !== isFolder) {
      conflicts.push({ path, other: earlier.path, reason: 'FILE_AND_FOLDER' });
    } else if (!isFolder) {
      conflicts.push({ path, other: earlier.path, reason: 'DUPLICATE' });
    }
  };
  for (const place of places) {
    for (let end = place.folderPath.indexOf('/'); end !== -1; end = place.folderPath.indexOf('/', end + 1)) {
      visit(place.folderPath.slice(0, end), true);
    }
    visit(place.folderPath, true);
    visit(filePathOf(place), false);
  }
  return conflicts;
}
