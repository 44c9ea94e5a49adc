/** A file of a commit, as in the tree. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule) */
  mode: string;
  blobId: string;
  /** Raw bytes read as UTF-8; names that are not UTF-8 contain U+FFFD. */
  path: string;
}

/** Files of a commit outside the requested folders; read no further than needed to count them. */
export interface OutsideFiles {
  count: number;
  /** There are more than were counted. */
  isMore: boolean;
  /** A few of their paths. */
  examples: string[];
}

export const NOTHING_OUTSIDE: OutsideFiles = { count: 0, isMore: false, examples: [] };

export const FOLDER_MODE = '040000';

const MODE_LENGTH = FOLDER_MODE.length;

/** Whether a record is that of a folder. */
export function isFolderRecord(record: string): boolean {
  return record.startsWith(FOLDER_MODE);
}

/** Reads `<mode> <type> <object>\t<path>`, a record of `git ls-tree -z`. */
export function readEntry(record: string): TreeEntry {
  const tab = record.indexOf('\t');
  const object = record.lastIndexOf(' ', tab) + 1;
  return {
    mode: record.slice(0, MODE_LENGTH),
    blobId: record.slice(object, tab),
    path: record.slice(tab + 1),
  };
}

/** A folder of a commit that is read as if it were the whole tree: paths are relative to it. */
export interface TreeRoot {
  path: string;
  treeId: string;
}
