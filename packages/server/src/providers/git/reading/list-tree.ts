import { maxIgnoredExamples } from '@atrium/contract/configuration/ignored-files';
import { GitError } from '../git-errors.ts';
import { runLocalGit } from '../local-git.ts';
import type { Remembered } from './last-commits-memory.ts';
import { createRecordReader } from './nul-records.ts';
import {
  FOLDER_MODE,
  isFolderRecord,
  NOTHING_OUTSIDE,
  type OutsideFiles,
  readEntry,
  type TreeEntry,
  type TreeRoot,
} from './tree.ts';

/** A commit in a repository of the cache, and the requested part of it. */
export interface TreeToRead {
  repository: string;
  commitSha: string;
  /** First folders, such as those of the services; all of the tree when absent. */
  folders?: readonly string[] | undefined;
  /** Files, and folders, that the tree may hold in these folders. */
  maxFiles: number;
  root?: TreeRoot | undefined;
}

/** Names the tree whose paths are listed. */
const treeIdOf = ({ commitSha, root }: Pick<TreeToRead, 'commitSha' | 'root'>) => root?.treeId ?? commitSha;

const TREE_TIMEOUT_MS = 30_000;
/** All paths together. */
const MAX_PATH_BYTES = 32 * 1024 * 1024;
/** Outside the wanted folders: entries that are counted, and folders that are opened. */
const MAX_COUNTED = 100_000;
const MAX_OUTSIDE_FOLDERS = 200;
/** With more changes, listing the whole tree is as fast. */
const MAX_CHANGES = 5_000;

/** Lists the files in the wanted folders as git prints them. Trees of other folders are not opened. */
export async function listTree(
  { maxFiles, folders, ...tree }: TreeToRead,
  signal: AbortSignal,
  onEntries: (entries: TreeEntry[]) => void,
): Promise<void> {
  if (folders?.length === 0) return;
  let entries: TreeEntry[] = [];
  let files = 0;
  let inner = 0;
  let pathBytes = 0;
  const take = createRecordReader((record) => {
    if (isFolderRecord(record)) inner += 1;
    else files = entries.push(readEntry(record)) && files + 1;
    pathBytes += record.length;
    if (files > maxFiles) throw tooMany('files', maxFiles);
    if (inner > maxFiles) throw tooMany('folders', maxFiles);
    if (pathBytes > MAX_PATH_BYTES) throw tooLongPaths();
  });
  await runTree({ ...tree, options: ['-r', '-t'], paths: folders ?? [] }, signal, (chunk) => {
    take(chunk);
    onEntries(entries);
    entries = [];
  });
}

const tooMany = (things: string, max: number) =>
  new GitError(
    'TOO_MANY_FILES',
    `The folders of your services contain more than ${max.toLocaleString('en-US')} ${things}.`,
  );

const tooLongPaths = () =>
  new GitError('TOO_MANY_FILES', 'The paths in the folders of your services take more than 32 MB.');

/** The same by the changes since a remembered tree, if they are few. */
export async function listTreeSince(
  earlier: Remembered,
  tree: TreeToRead,
  signal: AbortSignal,
  onEntries: (entries: TreeEntry[]) => void,
): Promise<void> {
  const { folders, maxFiles } = tree;
  const isSame = JSON.stringify(folders) === JSON.stringify(earlier.folders);
  const changes = isSame ? await findChanges(earlier.commitSha, tree, signal) : undefined;
  if (changes === undefined) return listTree(tree, signal, onEntries);
  const entries = changeEntries(earlier.readEntries(), changes);
  if (entries.length > maxFiles) throw tooMany('files', maxFiles);
  if (entries.reduce((sum, { path }) => sum + path.length, 0) > MAX_PATH_BYTES) throw tooLongPaths();
  onEntries(entries);
  // It was too large for the room that is left.
  signal.throwIfAborted();
}

/** By path, null for a deleted file; undefined if there are too many, or the earlier tree cannot be read. */
async function findChanges(
  from: string,
  { repository, commitSha, folders = [], root }: TreeToRead,
  signal: AbortSignal,
): Promise<Map<string, TreeEntry | null> | undefined> {
  const changes = new Map<string, TreeEntry | null>();
  if (from === commitSha) return changes;
  let change: string[] | undefined;
  const take = createRecordReader((record) => {
    if (change === undefined) {
      change = record.split(' ');
      return;
    }
    const [, mode = '', , blobId = '', status] = change;
    changes.set(record, status === 'D' ? null : { mode, blobId, path: record });
    change = undefined;
    if (changes.size > MAX_CHANGES) throw tooMany('files', MAX_CHANGES);
  });
  try {
    await runLocalGit({
      args: [
        '--literal-pathspecs',
        'diff-tree',
        '-r',
        '-z',
        '--raw',
        '--no-abbrev',
        '--no-renames',
        root === undefined ? from : `${from}:${root.path}`,
        treeIdOf({ commitSha, root }),
        '--',
        ...folders,
      ],
      folder: repository,
      signal,
      timeoutMs: TREE_TIMEOUT_MS,
      cpuSeconds: TREE_TIMEOUT_MS / 1000,
      maxOutputBytes: Infinity,
      onOutput: take,
    });
    return changes;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** In the order of their paths, as in a tree. */
function changeEntries(earlier: readonly TreeEntry[], changes: Map<string, TreeEntry | null>): TreeEntry[] {
  if (changes.size === 0) return [...earlier];
  const entries: TreeEntry[] = [];
  for (const entry of earlier) {
    const changed = changes.get(entry.path);
    changes.delete(entry.path);
    if (changed !== null) entries.push(changed ?? entry);
  }
  const added = [...changes.values()].filter((entry) => entry !== null);
  if (added.length === 0) return entries;
  return [...entries, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Counts files outside the wanted folders, up to a limit. */
export async function countOutside(
  { folders, ...tree }: Omit<TreeToRead, 'maxFiles'>,
  signal: AbortSignal,
): Promise<OutsideFiles> {
  if (folders === undefined) return NOTHING_OUTSIDE;
  const wanted = new Set(folders);
  const outside: OutsideFiles = { count: 0, isMore: false, examples: [] };
  const note = ({ path }: TreeEntry) => {
    outside.count += 1;
    if (outside.examples.length < maxIgnoredExamples('NOT_A_SERVICE')) outside.examples.push(path);
  };
  const others: string[] = [];
  let isWhole = await readSome({ ...tree, options: [], paths: [] }, MAX_COUNTED, signal, (entry) => {
    if (wanted.has(entry.path)) return;
    if (entry.mode !== FOLDER_MODE) note(entry);
    else if (others.length < MAX_OUTSIDE_FOLDERS) others.push(entry.path);
    else outside.isMore = true;
  });
  if (isWhole && others.length > 0) {
    const below = { ...tree, options: ['-r', '-t'], paths: others };
    isWhole = await readSome(below, MAX_COUNTED - outside.count, signal, (entry) => {
      if (entry.mode !== FOLDER_MODE) note(entry);
    });
  }
  outside.isMore ||= !isWhole;
  return outside;
}

interface TreeRun extends Pick<TreeToRead, 'repository' | 'commitSha' | 'root'> {
  options: string[];
  paths: readonly string[];
}

/** False when there was more than `max` to read. */
async function readSome(
  run: TreeRun,
  max: number,
  signal: AbortSignal,
  onEntry: (entry: TreeEntry) => void,
): Promise<boolean> {
  const enough = new AbortController();
  let seen = 0;
  const take = createRecordReader((record) => {
    seen += 1;
    if (seen > max) enough.abort();
    else onEntry(readEntry(record));
  });
  try {
    await runTree(run, AbortSignal.any([signal, enough.signal]), take);
    return true;
  } catch (error) {
    if (!enough.signal.aborted || signal.aborted) throw error;
    return false;
  }
}

async function runTree(
  { repository, options, paths, ...tree }: TreeRun,
  signal: AbortSignal,
  onOutput: (chunk: Buffer) => void,
): Promise<void> {
  await runLocalGit({
    args: ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', ...options, '--', treeIdOf(tree), ...paths],
    folder: repository,
    signal,
    timeoutMs: TREE_TIMEOUT_MS,
    cpuSeconds: TREE_TIMEOUT_MS / 1000,
    maxOutputBytes: Infinity,
    onOutput,
  });
}
