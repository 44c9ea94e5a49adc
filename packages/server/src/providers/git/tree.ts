import { GitError } from './git-errors.ts';

/** One file of a commit, as the tree tells it. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule) */
  mode: string;
  blobId: string;
  /** Raw bytes read as UTF-8; names that are no UTF-8 hold U+FFFD. */
  path: string;
}

const NUL = 0;

/** Reads the output of `git ls-tree -r -z` as it comes. */
export function createTreeReader(maxFiles: number) {
  const entries: TreeEntry[] = [];
  let rest: Buffer = Buffer.alloc(0);
  return {
    entries,
    take(chunk: Buffer): void {
      const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = data.indexOf(NUL, start); end !== -1; end = data.indexOf(NUL, start)) {
        entries.push(readEntry(data.toString('utf8', start, end)));
        start = end + 1;
        if (entries.length > maxFiles) {
          throw new GitError('TOO_MANY_FILES', `The repository holds more than ${maxFiles} files.`);
        }
      }
      rest = data.subarray(start);
    },
  };
}

/** `<mode> <type> <object>\t<path>` */
function readEntry(record: string): TreeEntry {
  const tab = record.indexOf('\t');
  const [mode = '', , blobId = ''] = record.slice(0, tab).split(' ');
  return { mode, blobId, path: record.slice(tab + 1) };
}
