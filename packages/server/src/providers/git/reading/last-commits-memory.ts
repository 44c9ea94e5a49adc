import { randomBytes } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileCommit, type LastCommits, readTime } from './history.ts';
import type { TreeEntry } from './tree.ts';

/** A tree and the results of an earlier walk, relative to the commit where it began. */
export interface Remembered {
  commitSha: string;
  /** The folders that were read of it. */
  folders: readonly string[] | undefined;
  commits: FileCommit[];
  /** In `commits`, of a path that had this content there. Fastest for paths in the order of the tree. */
  indexOf(path: string, blobId: string): number | undefined;
  /** The files of the tree, in its order. */
  readEntries(): TreeEntry[];
}

/** Files of a tree by path: their contents, and their modes where they are not those of plain files. */
export interface TreeFiles {
  blobIds: ReadonlyMap<string, string>;
  modes: ReadonlyMap<string, string>;
}

/** Results of a walk over the history of a tree. */
interface Found extends Pick<Remembered, 'commitSha' | 'folders'> {
  last: LastCommits;
  files: TreeFiles;
}

// The name changes with the format, so that files of earlier versions are ignored.
const FILE = 'last-commits-4';

/** The first line. Behind it are the ids of all contents, then all paths: read in a third of the time of lists. */
interface Stored extends Pick<Remembered, 'commitSha' | 'folders'> {
  commits: [sha: string, at: number, author: string, message: string][];
  /** In `commits`, by the position of the path; negative where the commit is not known. */
  indexes: number[];
  modes: [path: string, mode: string][];
}

const ID_LENGTH = 40;
const PLAIN_FILE = '100644';
const UNKNOWN = -1;

/** Undefined if there is none, or only a larger one. */
export async function readMemory(repository: string, maxBytes = Infinity): Promise<Remembered | undefined> {
  const file = join(repository, FILE);
  try {
    if ((await stat(file)).size > maxBytes) return undefined;
    const text = await readFile(file, 'utf8');
    const end = text.indexOf('\n');
    const { commitSha, folders, commits, indexes, modes } = JSON.parse(text.slice(0, end)) as Stored;
    const idsStart = end + 1;
    const pathsStart = idsStart + indexes.length * ID_LENGTH;
    const idAt = (position: number) => idsStart + position * ID_LENGTH;
    const readPaths = () => text.slice(pathsStart).split('\0', indexes.length);
    const positionOf = createSearch(text, pathsStart, readPaths);
    return {
      commitSha,
      folders,
      commits: commits.map(([sha, at, author, message]) => {
        return { commitSha: sha, committedOn: readTime(at), author, message };
      }),
      indexOf(path, blobId) {
        const position = positionOf(path);
        const index = position === undefined ? undefined : indexes[position];
        if (position === undefined || index === UNKNOWN) return undefined;
        return text.startsWith(blobId, idAt(position)) ? index : undefined;
      },
      readEntries() {
        const modeOf = new Map(modes);
        return readPaths().map((path, position) => ({
          mode: modeOf.get(path) ?? PLAIN_FILE,
          blobId: text.slice(idAt(position), idAt(position + 1)),
          path,
        }));
      },
    };
  } catch {
    return undefined;
  }
}

/** Compares with the path that follows the last one, before it makes a map of all of them. */
function createSearch(
  text: string,
  pathsStart: number,
  readPaths: () => string[],
): (path: string) => number | undefined {
  let [next, offset] = [0, pathsStart];
  let positions: Map<string, number> | undefined;
  return (path) => {
    if (text[offset + path.length] === '\0' && text.startsWith(path, offset)) {
      offset += path.length + 1;
      next += 1;
      return next - 1;
    }
    positions ??= new Map(readPaths().map((each, position) => [each, position]));
    return positions.get(path);
  };
}

/** Others may read it meanwhile: it exists completely or not at all. */
export async function writeMemory(repository: string, found: Found): Promise<void> {
  const { commitSha, folders, last } = found;
  const { blobIds, modes } = found.files;
  const stored: Stored = {
    commitSha,
    folders,
    commits: last.commits.map((commit) => [
      commit.commitSha,
      commit.committedOn.getTime(),
      commit.author,
      commit.message,
    ]),
    indexes: [...blobIds.keys()].map((path) => last.files.get(path) ?? UNKNOWN),
    modes: [...modes],
  };
  const ids = [...blobIds.values()].join('');
  const paths = [...blobIds.keys()].map((path) => `${path}\0`).join('');
  const file = join(repository, FILE);
  const half = `${file}.${randomBytes(6).toString('hex')}.lock`;
  await writeFile(half, `${JSON.stringify(stored)}\n${ids}${paths}`, { mode: 0o600 });
  await rename(half, file);
}

/** By path, in the place of the entries: both at once would be twice as much. */
export function takeFiles(entries: TreeEntry[]): TreeFiles {
  const blobIds = new Map<string, string>();
  const modes = new Map<string, string>();
  for (const { path, blobId, mode } of entries.splice(0)) {
    blobIds.set(path, blobId);
    if (mode !== PLAIN_FILE) modes.set(path, mode);
  }
  return { blobIds, modes };
}
