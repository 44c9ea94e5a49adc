import type { PushedChange } from '@atrium/contract/configuration/push-preview';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import type { TreeEntry } from '../../providers/git/reading/tree.ts';
import { buildManifest, spelledPathOf } from '../pull/manifest.ts';
import { createPlaces } from './push-places.ts';
import { type PushBase, type RemoteChanges, refuseMoved } from './refuse-moved.ts';

/** Change that a push makes to one file of a service. */
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

/** A service's folder in the repository. */
export interface RemoteFolder {
  serviceId: string;
  entries: readonly TreeEntry[];
  /** The files that a pull would take, by filePath. */
  files: ReadonlyMap<string, TreeEntry>;
}

export function readRemoteFolder(
  service: { id: string; name: string },
  entries: readonly TreeEntry[],
): RemoteFolder {
  const inFolder = entries.filter(({ path }) => path === service.id || path.startsWith(`${service.id}/`));
  return { serviceId: service.id, entries: inFolder, files: readRemote(service, inFolder) };
}

/**
 * Blob ids, by filePath, of metadata that the remote has changed since the last exchange, and that differs from the live one.
 * Metadata without a difference that counts stays unchanged on both sides.
 */
export function findMovedMetadata(
  { files }: RemoteFolder,
  live: ReadonlyMap<string, string>,
  base: PushBase,
): Map<string, string> {
  const moved = [...files].filter(([path, { blobId }]) => {
    const checksum = live.get(path);
    return isMetaFile(path) && checksum !== undefined && checksum !== blobId && base?.[path] !== blobId;
  });
  return new Map(moved.map(([path, { blobId }]) => [path, blobId]));
}

/** Difference of a service from its folder in the repository. */
export interface ServiceChanges {
  changes: FileChange[];
  /** Whether the remote has changes that are not live. */
  isBehind: boolean;
}

/**
 * Compares a service's live files with its folder in the repository. Only files that a pull would accept are ever
 * removed; what is not configuration stays, and so do untouched and kept files. Throws if something occupies the place of a live
 * file, or if the remote has changes since the last exchange that a push would undo: everything, if nothing was ever exchanged.
 */
export function findServiceChanges(
  { serviceId, entries, files: remote }: RemoteFolder,
  live: ReadonlyMap<string, string>,
  base: PushBase,
  since: RemoteChanges = {},
): ServiceChanges {
  const kept = refuseMoved(remote, live, base, since);

  const changes: FileChange[] = [];
  for (const [filePath, entry] of remote) {
    if (!live.has(filePath) && !kept.has(filePath)) changes.push(changeOf('DELETED', filePath, entry));
  }
  const removed = new Set(changes.map(({ path }) => path));
  const places = createPlaces(serviceId, entries, removed);
  for (const [filePath, checksum] of live) {
    if (kept.has(filePath)) continue;
    const entry = remote.get(filePath);
    if (entry !== undefined) {
      if (entry.blobId !== checksum && !since.untouched?.has(filePath))
        changes.push(changeOf('CHANGED', filePath, entry));
    } else if (!places.isTakenBy(filePath, checksum)) {
      const path = places.pathFor(filePath);
      changes.push({ change: 'ADDED', filePath, path, mode: '100644', formerId: undefined });
    }
  }
  return { changes, isBehind: kept.size > 0 };
}

function changeOf(
  change: 'DELETED' | 'CHANGED',
  filePath: string,
  { path, mode, blobId }: TreeEntry,
): FileChange {
  return { change, filePath, path, mode: mode === '100755' ? '100755' : '100644', formerId: blobId };
}

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
