/** The commit that last changed a file. */
export interface FileCommit {
  commitSha: string;
  committedOn: Date;
  author: string;
  /** First line of the message. */
  message: string;
}

/** The last commit of each path of a commit. */
export interface LastCommits {
  commits: FileCommit[];
  /** By path: index in `commits`. */
  files: Map<string, number>;
}

/** One record before each commit; read by position, so that no name or message can be taken for another part. */
export const LOG_FORMAT = '--format=tformat:%x01%H%x00%ct%x00%an%x00%s';

const COMMIT_FIELDS = 4;

/**
 * Reads `git log -z --raw --no-renames -c` from newest to oldest: the first commit that names a path is its
 * last one. `isDone` is true once every wanted path has been seen, and the walk may end.
 */
export function createHistoryReader(wanted: ReadonlySet<string>) {
  const last: LastCommits = { commits: [], files: new Map() };
  let rest: Buffer = Buffer.alloc(0);
  let fields: string[] | undefined;
  let commit: FileCommit | undefined;
  let commitIndex = -1;
  let isPath = false;

  function takeToken(token: string): void {
    if (fields !== undefined) {
      fields.push(token);
      if (fields.length < COMMIT_FIELDS) return;
      const [sha = '', seconds = '', author = '', message = ''] = fields;
      commit = { commitSha: sha, committedOn: new Date(Number(seconds) * 1000), author, message };
      commitIndex = -1;
      fields = undefined;
    } else if (isPath) {
      isPath = false;
      takePath(token);
    } else {
      const start = token.replace(/^\n+/, '');
      if (start.startsWith('\u0001')) fields = [start.slice(1)];
      else if (start.startsWith(':')) isPath = true;
    }
  }

  function takePath(path: string): void {
    if (commit === undefined || last.files.has(path) || !wanted.has(path)) return;
    if (commitIndex === -1) commitIndex = last.commits.push(commit) - 1;
    last.files.set(path, commitIndex);
  }

  return {
    last,
    get isDone() {
      return last.files.size === wanted.size;
    },
    take(chunk: Buffer): void {
      const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = data.indexOf(0, start); end !== -1; end = data.indexOf(0, start)) {
        takeToken(data.toString('utf8', start, end));
        start = end + 1;
      }
      rest = data.subarray(start);
    },
  };
}

/** Newer findings over older ones, for paths that are still wanted. */
export function joinLastCommits(
  newer: LastCommits,
  older: LastCommits,
  wanted: ReadonlySet<string>,
): LastCommits {
  const joined: LastCommits = { commits: [...newer.commits], files: new Map(newer.files) };
  const moved = new Map<number, number>();
  for (const [path, index] of older.files) {
    if (!wanted.has(path) || joined.files.has(path)) continue;
    let target = moved.get(index);
    const commit = older.commits[index];
    if (target === undefined && commit !== undefined) {
      target = joined.commits.push(commit) - 1;
      moved.set(index, target);
    }
    if (target !== undefined) joined.files.set(path, target);
  }
  return joined;
}
