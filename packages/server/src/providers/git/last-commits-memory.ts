import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileCommit, type LastCommits, readTime } from './history.ts';

/** What an earlier walk found, seen from the commit where it began. */
export interface Remembered {
  commitSha: string;
  last: LastCommits;
  /** Contents by path at that commit. */
  blobIds: ReadonlyMap<string, string>;
}

// Of another shape than in earlier versions of the platform, and so of another name.
const FILE = 'last-commits-2';

export async function readMemory(repository: string): Promise<Remembered | undefined> {
  try {
    const { commitSha, commits, files } = JSON.parse(await readFile(join(repository, FILE), 'utf8')) as {
      commitSha: string;
      commits: [string, number, string, string][];
      files: [string, number, string][];
    };
    return {
      commitSha,
      last: {
        commits: commits.map(([sha, at, author, message]) => {
          return { commitSha: sha, committedOn: readTime(at), author, message };
        }),
        files: new Map(files.map(([path, index]) => [path, index])),
      },
      blobIds: new Map(files.map(([path, , blobId]) => [path, blobId])),
    };
  } catch {
    return undefined;
  }
}

/** Others may read it meanwhile: it exists completely or not at all. */
export async function writeMemory(
  repository: string,
  { commitSha, last, blobIds }: Remembered,
): Promise<void> {
  const commits = last.commits.map((commit: FileCommit) => [
    commit.commitSha,
    commit.committedOn.getTime(),
    commit.author,
    commit.message,
  ]);
  const files = [...last.files].map(([path, index]) => [path, index, blobIds.get(path)]);
  const file = join(repository, FILE);
  const half = `${file}.${randomBytes(6).toString('hex')}.lock`;
  await writeFile(half, JSON.stringify({ commitSha, commits, files }), { mode: 0o600 });
  await rename(half, file);
}
