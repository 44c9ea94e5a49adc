import type { PushedChange } from '@atrium/contract/configuration/push-preview';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { TreeEntry } from '../../providers/git/tree.ts';
import { buildManifest, spelledPathOf } from '../pull/manifest.ts';
import { createPlaces } from './push-places.ts';
import { refuseMoved } from './refuse-moved.ts';

/** What a push does to one file of a service. */
export interface FileChange {
  change: PushedChange;
  filePath: string;
  /** In the repository, as it is spelled there. */
  path: string;
  /** A file keeps the mode it has. */
  mode: '100644' | '100755';
  /** The blob that is there now; undefined for a new file. */
  formerId: string | undefined;
}

/** Checksums by filePath as last exchanged; undefined where nothing ever was. */
export type PushBase = Readonly<Record<string, string>> | undefined;

/**
 * Compares a service's live files with its folder in the repository. Only files that a pull would accept are ever
 * removed; what is not configuration stays. Throws if something occupies the place of a live file, or if the remote has
 * changes since the last exchange that a push would undo: everything, if nothing was ever exchanged.
 */
export function findServiceChanges(
  service: { id: string; name: string },
  entries: readonly TreeEntry[],
  live: ReadonlyMap<string, string>,
  base: PushBase,
): FileChange[] {
  const inFolder = entries.filter(({ path }) => path === service.id || path.startsWith(`${service.id}/`));
  const remote = readRemote(service, inFolder);
  refuseMoved(remote, live, base);

  const changes: FileChange[] = [];
  for (const [filePath, entry] of remote) {
    if (!live.has(filePath)) changes.push(changeOf('DELETED', filePath, entry));
  }
  const removed = new Set(changes.map(({ path }) => path));
  const places = createPlaces(service.id, inFolder, removed);
  for (const [filePath, checksum] of live) {
    const entry = remote.get(filePath);
    if (entry !== undefined) {
      if (entry.blobId !== checksum) changes.push(changeOf('CHANGED', filePath, entry));
    } else if (!places.isTakenBy(filePath, checksum)) {
      const path = places.pathFor(filePath);
      changes.push({ change: 'ADDED', filePath, path, mode: '100644', formerId: undefined });
    }
  }
  return changes;
}

function changeOf(
  change: 'DELETED' | 'CHANGED',
  filePath: string,
  { path, mode, blobId }: TreeEntry,
): FileChange {
  return { change, filePath, path, mode: mode === '100755' ? '100755' : '100644', formerId: blobId };
}

/** The files that a pull would take, by filePath. */
function readRemote(
  service: { id: string; name: string },
  inFolder: readonly TreeEntry[],
): Map<string, TreeEntry> {
  const byPath = new Map(inFolder.map((entry) => [entry.path, entry]));
  const files = buildManifest(inFolder, [service]).services.flatMap((found) => found.files);
  return new Map(
    files.flatMap((file) => {
      const entry = byPath.get(`${service.id}/${spelledPathOf(file)}`);
      return entry === undefined ? [] : [[filePathOf(file), entry]];
    }),
  );
}
