import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileCommit, type LastCommits, readTime } from './history.ts';

/** Results of an earlier walk, relative to the commit where it began. */
export interface Remembered {
  commitSha: string;
  commits: FileCommit[];
  /** In `commits`, of a path that had this content there. */
  indexOf(path: string, blobId: string): number | undefined;
}

/** Results of a walk, and the contents that it searched for, by path. */
interface Found {
  commitSha: string;
  last: LastCommits;
  blobIds: ReadonlyMap<string, string>;
}

// The name changes with the format, so that files of earlier versions are ignored.
const FILE = 'last-commits-3';

/** Lists beside each other: read in half the time of one list of tuples. */
interface Stored {
  commitSha: string;
  commits: [sha: string, at: number, author: string, message: string][];
  paths: string[];
  /** In `commits`, and contents, by the position of the path. */
  indexes: number[];
  blobIds: string[];
}

export async function readMemory(repository: string): Promise<Remembered | undefined> {
  try {
    const { commitSha, commits, paths, indexes, blobIds } = JSON.parse(
      await readFile(join(repository, FILE), 'utf8'),
    ) as Stored;
    const positions = new Map(paths.map((path, position) => [path, position]));
    return {
      commitSha,
      commits: commits.map(([sha, at, author, message]) => {
        return { commitSha: sha, committedOn: readTime(at), author, message };
      }),
      indexOf(path, blobId) {
        const position = positions.get(path);
        return position === undefined || blobIds[position] !== blobId ? undefined : indexes[position];
      },
    };
  } catch {
    return undefined;
  }
}

/** Others may read it meanwhile: it exists completely or not at all. */
export async function writeMemory(repository: string, { commitSha, last, blobIds }: Found): Promise<void> {
  const commits = last.commits.map((commit: FileCommit): Stored['commits'][number] => [
    commit.commitSha,
    commit.committedOn.getTime(),
    commit.author,
    commit.message,
  ]);
  const paths = [...last.files.keys()];
  const indexes = [...last.files.values()];
  const ids = paths.map((path) => blobIds.get(path) ?? '');
  const file = join(repository, FILE);
  const half = `${file}.${randomBytes(6).toString('hex')}.lock`;
  await writeFile(
    half,
    JSON.stringify({ commitSha, commits, paths, indexes, blobIds: ids } satisfies Stored),
    { mode: 0o600 },
  );
  await rename(half, file);
}
