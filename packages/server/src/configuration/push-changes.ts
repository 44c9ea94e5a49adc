import { filePlaceOf, isValidPlace } from '@atrium/contract/service-api/configuration-file';
import { UnprocessableError } from '../http/errors.ts';
import type { TreeEntry } from '../providers/git/tree.ts';

/** What a push would do to one service's folder. */
export interface ServiceChanges {
  /** filePaths to write, with the mode they keep. */
  write: Map<string, '100644' | '100755'>;
  /** Paths in the repository to remove. */
  remove: string[];
}

/**
 * Checksums by filePath as last exchanged with the branch; undefined where nothing ever was; null for a branch that
 * the push makes: whatever it starts from stays where it is.
 */
export type PushBase = Readonly<Record<string, string>> | undefined | null;

const FILE_MODES = new Set(['100644', '100755']);
const MAX_NAMED = 5;
const NEVER_PULLED = 'The remote has configuration that was never pulled';

/**
 * Compares a service's live files with its folder in the repository. Only files that a pull would take are ever
 * removed; what is no configuration stays. Throws when something stands in the way of a live file, or when the
 * remote has changes since the last exchange that a push would undo: all it has, where nothing was ever exchanged.
 */
export function findServiceChanges(
  serviceId: string,
  entries: readonly TreeEntry[],
  live: ReadonlyMap<string, string>,
  base: PushBase,
): ServiceChanges {
  const prefix = `${serviceId}/`;
  const inFolder = new Map(
    entries
      .filter(({ path }) => path.startsWith(prefix))
      .map((entry) => [entry.path.slice(prefix.length), entry]),
  );
  const remote = new Map([...inFolder].filter(([path, entry]) => isConfiguration(path, entry)));
  refuseMoved(remote, live, base);

  const remove = [...remote.keys()].filter((path) => !live.has(path));
  const staying = [...inFolder.keys()].filter((path) => !remove.includes(path));
  if (entries.some(({ path }) => path === serviceId)) throw inTheWay(serviceId);
  const files = new Set(staying);
  const folders = new Set(staying.flatMap(foldersOf));
  const write: ServiceChanges['write'] = new Map();
  for (const [path, checksum] of live) {
    const entry = inFolder.get(path);
    if (entry?.blobId === checksum && FILE_MODES.has(entry.mode)) continue;
    if (entry !== undefined && !FILE_MODES.has(entry.mode)) throw inTheWay(prefix + path);
    const blocking = foldersOf(path).find((folder) => files.has(folder));
    if (blocking !== undefined) throw inTheWay(prefix + blocking);
    if (folders.has(path)) throw inTheWay(prefix + path);
    write.set(path, entry?.mode === '100755' ? '100755' : '100644');
  }
  return { write, remove: remove.map((path) => prefix + path) };
}

function isConfiguration(path: string, { mode }: TreeEntry): boolean {
  return FILE_MODES.has(mode) && path.includes('/') && isValidPlace(filePlaceOf(path));
}

/** `a/b/c.js` → `a`, `a/b` */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
    folders.push(path.slice(0, end));
  return folders;
}

/** Files that somebody else changed in the remote since the last exchange, and that are not the same live. */
function refuseMoved(
  remote: ReadonlyMap<string, TreeEntry>,
  live: ReadonlyMap<string, string>,
  base: PushBase,
): void {
  if (base === null) return;
  const known = new Map(Object.entries(base ?? {}));
  const paths = new Set([...remote.keys(), ...known.keys()]);
  const moved = [...paths].filter((path) => {
    const now = remote.get(path)?.blobId;
    return now !== known.get(path) && now !== live.get(path);
  });
  if (moved.length === 0) return;
  const named = moved.slice(0, MAX_NAMED).join(', ');
  const more = moved.length > MAX_NAMED ? ` and ${moved.length - MAX_NAMED} more` : '';
  const reason = base === undefined ? NEVER_PULLED : 'The remote moved since the last pull';
  throw new UnprocessableError(`${reason}: ${named}${more}. Pull and merge first, then push again.`);
}

function inTheWay(path: string): UnprocessableError {
  return new UnprocessableError(`${path} in the repository stands in the way: it is no configuration file.`);
}
