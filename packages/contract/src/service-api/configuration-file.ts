import { z } from 'zod';

/** One path segment: starts with a letter, a digit or `_`; no separator, control or reserved character. */
const SEGMENT =
  '(?!__proto__(?:$|/))[\\p{L}\\p{N}_](?:[^/\\\\:*?"<>|\\p{C}\\p{Zl}\\p{Zp}]*[^/\\\\:*?"<>|\\p{C}\\p{Z}.])?';

/** The one rule for `folderPath`: segments joined by `/`, none at the ends, so no `..` and no absolute path. */
export const FOLDER_PATH_PATTERN = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`, 'u');

/**
 * The one rule for `name`: a segment that ends in `.js` or `.meta.js`. A base that itself ends in `.meta`
 * is refused, because its source would be the metadata file of another item.
 */
export const FILE_NAME_PATTERN = new RegExp(`^(?!.*\\.meta\\.meta\\.js$)(?!\\.)${SEGMENT}(?<=.\\.js)$`, 'u');

export const MAX_FOLDER_PATH_LENGTH = 400;
export const MAX_FILE_NAME_LENGTH = 200;
/** Longest content of one file, in bytes of UTF-8. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** Most files in the configuration of one domain in one service. */
export const MAX_FILES = 100_000;

/** One spelling per place: macOS and Linux would otherwise disagree about `é`. */
const isNormal = (text: string) => text === text.normalize('NFC');

export const FolderPath = z
  .string()
  .max(MAX_FOLDER_PATH_LENGTH)
  .regex(FOLDER_PATH_PATTERN, 'Not a valid folder path')
  .refine(isNormal, 'Must be in Unicode normalization form C');

export const FileName = z
  .string()
  .max(MAX_FILE_NAME_LENGTH)
  .regex(FILE_NAME_PATTERN, 'Not a valid file name: it must end in .js')
  .refine(isNormal, 'Must be in Unicode normalization form C');

/** Git blob id of a file's bytes; the checksum of a file everywhere. */
export const Checksum = z.string().regex(/^[0-9a-f]{40}$/);

/** Commit of the remote repository a file came from. */
export const CommitSha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** Where a file lives within one service. With the service's id it is a place on the whole platform. */
export const FilePlace = z.object({ folderPath: FolderPath, name: FileName });
export type FilePlace = z.infer<typeof FilePlace>;

/** A file with its content. Content is never trimmed, re-indented or re-encoded on any way. */
export interface ConfigurationFile extends FilePlace {
  content: string;
}

export function filePathOf({ folderPath, name }: FilePlace): string {
  return `${folderPath}/${name}`;
}

/** The other way round: everything before the last slash is the folder. */
export function filePlaceOf(filePath: string): FilePlace {
  const cut = filePath.lastIndexOf('/');
  return { folderPath: filePath.slice(0, cut), name: filePath.slice(cut + 1) };
}

/** True if both parts obey the rules; for names that come from outside, such as a repository's tree. */
export function isValidPlace(place: { folderPath: string; name: string }): boolean {
  return FilePlace.safeParse(place).success;
}

const META_ENDING = '.meta.js';
const SOURCE_ENDING = '.js';

export function isMetaFile(name: string): boolean {
  return name.endsWith(META_ENDING);
}

/** Name of the item a file belongs to: `a.js` and `a.meta.js` → `a`. */
export function itemNameOf(name: string): string {
  return name.slice(0, -(isMetaFile(name) ? META_ENDING : SOURCE_ENDING).length);
}

export function sourceFileName(itemName: string): string {
  return itemName + SOURCE_ENDING;
}

export function metaFileName(itemName: string): string {
  return itemName + META_ENDING;
}

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
 * Pairs that cannot stand in one tree: the same path twice, paths that differ only in case (of the file
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
