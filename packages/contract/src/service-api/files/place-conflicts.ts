import {
  type FilePlace,
  filePathOf,
  MAX_FILE_NAME_LENGTH,
  MAX_FOLDER_PATH_LENGTH,
} from './configuration-file.ts';
import { isMetaFile, isTypeScript, itemNameOf, sourceFileNames } from './item-file-names.ts';

/** Most paths: what other scripts need takes them four times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ONLY_ASCII = /^[\0-\x7f]*$/;

/** Text under which two places are the same file on a disk that ignores case. */
function caseFold(text: string): string {
  return ONLY_ASCII.test(text) ? text.toLowerCase() : text.toUpperCase().toLowerCase().normalize('NFC');
}

/** Path of a place, equal for places that are the same file on such a disk. */
export function foldedPathOf(place: FilePlace): string {
  return filePathOf(place).split('/').map(caseFold).join('/');
}

export interface PlaceConflict {
  path: string;
  other: string;
  reason: 'DUPLICATE' | 'CASE' | 'FILE_AND_FOLDER' | 'TWO_SOURCES';
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
    case 'TWO_SOURCES':
      return `${path} and ${other} are two sources of one name: keep one of them`;
  }
}

/** Returns whether a place is too long; for one that is put together of parts that obey the rules. */
export function isTooLong({ folderPath, name }: FilePlace): boolean {
  return folderPath.length > MAX_FOLDER_PATH_LENGTH || name.length > MAX_FILE_NAME_LENGTH;
}

/** Names of sources that cannot be beside a file, because they would be of the same item. */
export function otherSourcesOf(name: string): string[] {
  return isMetaFile(name) ? [] : sourceFileNames(itemNameOf(name)).filter((other) => other !== name);
}

/** Children of a folder, by case-folded name. */
type Inside = Map<string, Place>;

interface Place {
  path: string;
  isFolder: boolean;
  inside: Inside;
}

/**
 * Pairs that cannot be in one tree: the same path twice, paths that differ only in case (of the file
 * or of one of its folders), a file where another file has a folder, and two sources of one item.
 */
export function findPlaceConflicts(places: readonly FilePlace[]): PlaceConflict[] {
  const conflicts = new PlaceConflicts();
  for (const place of places) conflicts.add(place);
  return conflicts.found;
}

const NOTHING: Inside = new Map();

/** Like `findPlaceConflicts`, but accepts one path at a time. */
export class PlaceConflicts {
  readonly found: PlaceConflict[] = [];
  readonly #root: Inside = new Map();
  /** Folders that were no conflict, whose parents need no second look. */
  readonly #clean = new Map<string, Inside>();
  #hasTypeScript = false;

  add(place: FilePlace): void {
    const siblings = this.#open(place.folderPath);
    this.#visit(siblings, place.name, filePathOf(place), false);
    this.#hasTypeScript ||= isTypeScript(place.name);
    if (this.#hasTypeScript) this.#findOtherSource(siblings, place);
  }

  #findOtherSource(siblings: Inside, place: FilePlace): void {
    for (const name of otherSourcesOf(place.name)) {
      const other = siblings.get(caseFold(name));
      if (other && !other.isFolder)
        this.found.push({ path: filePathOf(place), other: other.path, reason: 'TWO_SOURCES' });
    }
  }

  #visit(siblings: Inside, name: string, path: string, isFolder: boolean): Inside {
    const key = caseFold(name);
    const earlier = siblings.get(key);
    if (earlier === undefined) {
      const inside: Inside = isFolder ? new Map() : NOTHING;
      siblings.set(key, { path, isFolder, inside });
      return inside;
    }
    if (earlier.path !== path) this.found.push({ path, other: earlier.path, reason: 'CASE' });
    else if (earlier.isFolder !== isFolder) this.found.push({ path, other: path, reason: 'FILE_AND_FOLDER' });
    else if (!isFolder) this.found.push({ path, other: path, reason: 'DUPLICATE' });
    // Children of a folder that has the name of a file can still conflict with each other.
    if (isFolder && earlier.inside === NOTHING) earlier.inside = new Map();
    return earlier.inside;
  }

  #open(folderPath: string): Inside {
    const known = this.#clean.get(folderPath);
    if (known !== undefined) return known;
    const before = this.found.length;
    let inside = this.#root;
    for (let start = 0, end = 0; end !== folderPath.length; start = end + 1) {
      end = folderPath.indexOf('/', start);
      if (end === -1) end = folderPath.length;
      inside = this.#visit(inside, folderPath.slice(start, end), folderPath.slice(0, end), true);
    }
    if (this.found.length === before) this.#clean.set(folderPath, inside);
    return inside;
  }
}
