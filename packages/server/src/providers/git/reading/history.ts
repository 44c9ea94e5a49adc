import { createRecordReader } from './nul-records.ts';

/** The commit that last changed a file. */
export interface FileCommit {
  commitSha: string;
  committedOn: Date;
  author: string;
  /** First line of the message, cut to 200 characters. */
  message: string;
}

/** The last commit of each path of a commit. */
export interface LastCommits {
  commits: FileCommit[];
  /** By path: index in `commits`. */
  files: Map<string, number>;
}

/** One record before each commit; read by position, so that names and messages cannot be mistaken for another part. */
export const LOG_FORMAT = '--format=tformat:%x01%H%x00%ct%x00%an%x00%s';

const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);
const COMMIT_FIELDS = 4;
const MAX_TEXT_LENGTH = 200;

/**
 * Reads `git log -z --raw --no-abbrev --no-renames -c` from newest to oldest: the first commit that gives a path the
 * content it has in the tree is its last one. A commit that gives it another content, on a side that a merge discarded,
 * does not count. `isDone` is true once every wanted path has been seen, and the walk may end. Wanted paths are relative to
 * the root.
 */
export function createHistoryReader(wanted: ReadonlyMap<string, string>, root?: string) {
  const prefix = root === undefined ? '' : `${root}/`;
  const last: LastCommits = { commits: [], files: new Map() };
  let fields: string[] | undefined;
  let commit: FileCommit | undefined;
  let commitIndex = -1;
  let commits = 0;
  let blobId: string | undefined;

  const take = createRecordReader((record) => {
    if (fields !== undefined) {
      fields.push(record);
      if (fields.length < COMMIT_FIELDS) return;
      commit = readCommit(fields);
      commits += 1;
      commitIndex = -1;
      fields = undefined;
    } else if (blobId !== undefined) {
      if (record.startsWith(prefix)) takePath(record.slice(prefix.length), blobId);
      blobId = undefined;
    } else {
      const start = record.replace(/^\n+/, '');
      if (start.startsWith('\u0001')) fields = [start.slice(1)];
      else if (start.startsWith(':')) blobId = resultOf(start);
    }
  });

  function takePath(path: string, id: string): void {
    if (commit === undefined || last.files.has(path) || wanted.get(path) !== id) return;
    if (commitIndex === -1) commitIndex = last.commits.push(commit) - 1;
    last.files.set(path, commitIndex);
  }

  return {
    last,
    /** Number of commits walked. */
    get commits() {
      return commits;
    },
    get isDone() {
      return last.files.size === wanted.size;
    },
    take,
  };
}

function readCommit([sha = '', seconds = '', author = '', message = '']: string[]): FileCommit {
  return {
    commitSha: sha,
    committedOn: readTime(Number(seconds) * 1000),
    author: cut(author),
    message: cut(message),
  };
}

/** Anyone can write any number into a commit: a time that has no four-digit year becomes the nearest that has one. */
export function readTime(milliseconds: number): Date {
  return new Date(Math.min(Math.max(milliseconds || 0, 0), LAST_TIME));
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}

/** `:<mode> <mode> <id> <id> <status>`, and of a merge with a mode and an id more for each further parent. */
function resultOf(record: string): string {
  return record.split(' ').at(-2) ?? '';
}
