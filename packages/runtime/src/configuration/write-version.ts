import { blobId } from '@atrium/contract/service-api/files/blob-id';
import {
  type ConfigurationFile,
  type FilePlace,
  filePathOf,
  filePlaceOf,
  MAX_FILES,
} from '@atrium/contract/service-api/files/configuration-file';
import { PlaceConflicts, placeConflictText } from '@atrium/contract/service-api/files/place-conflicts';
import { UnprocessableError } from '@atrium/host/errors';
import { takeSteps } from '@atrium/host/event-loop';
import type { Store } from '../database/schema.ts';
import { ROW_BYTES, type Stored } from '../storage/stored-amounts.ts';
import { countBlobBytes, insertBlobs } from './blob.repository.ts';
import {
  insertFiles,
  listFiles,
  listNeighbors,
  type StoredFile,
  updateFilesEnded,
} from './file.repository.ts';
import type { Scope } from './scope.ts';
import { findVersion, insertVersion, updateLiveVersion, type VersionRecord } from './version.repository.ts';

/** Path → a file that is stored, or one to store; null for none. */
export type WantedChanges = ReadonlyMap<string, ConfigurationFile | StoredFile | null>;

export interface VersionDraft extends Pick<VersionRecord, 'author' | 'message' | 'commitSha'> {
  /** 0 for none. */
  liveVersion: number;
  changes: WantedChanges;
  lastModified: Date;
}

export interface WrittenVersion {
  version: number;
  /** By how much more is stored now. */
  added: Partial<Stored>;
  changedPaths: ReadonlySet<string>;
}

/** Writes changes of the live files as a new version. Without a difference nothing is written. */
export async function writeVersion(
  transaction: Store,
  scope: Scope,
  draft: VersionDraft,
): Promise<WrittenVersion> {
  const { liveVersion, changes, lastModified, author, message, commitSha } = draft;
  const version = liveVersion + 1;
  const current = await listFiles(transaction, scope, liveVersion, [...changes.keys()].map(filePlaceOf));
  const { ended, begun, added, blobs } = await takeSteps(compare(draft, current));
  const changedPaths = new Set([...ended, ...begun].map(filePathOf));
  if (changedPaths.size === 0) return { version: liveVersion, added: {}, changedPaths };
  const former = await findVersion(transaction, scope, liveVersion);
  const filesCount = (former?.filesCount ?? 0) + begun.length - ended.length;
  refuseTooMany(filesCount);
  const insertedBytes = await insertBlobs(transaction, scope.domainId, blobs);
  await insertVersion(transaction, scope, {
    author,
    message,
    commitSha,
    version,
    parent: liveVersion === 0 ? null : liveVersion,
    createdOn: lastModified,
    filesCount,
    changesCount: changedPaths.size,
  });
  await updateLiveVersion(transaction, scope, version);
  await updateFilesEnded(transaction, scope, version, ended);
  // The rows of changed files have ended, so they are no neighbors.
  await refuseConflicts([...(await listNeighbors(transaction, scope, added)), ...begun]);
  await insertFiles(transaction, scope, version, begun);
  const bytesOf = (files: readonly StoredFile[]) =>
    countBlobBytes(
      transaction,
      scope.domainId,
      files.map(({ checksum }) => checksum),
    );
  const stored = {
    files: begun.length - ended.length,
    configurationBytes: (await bytesOf(begun)) - (await bytesOf(ended)),
    historyBytes: insertedBytes + ROW_BYTES * (begun.length + 1),
  };
  return { version, added: stored, changedPaths };
}

/**
 * Places whose rows end, rows that begin, those of them at places that were free, and contents that may be new; others have
 * their turn between two files.
 */
function* compare({ changes, lastModified, commitSha }: VersionDraft, live: readonly StoredFile[]) {
  const current = new Map(live.map((file) => [filePathOf(file), file]));
  const ended: StoredFile[] = [];
  const begun: StoredFile[] = [];
  const added: FilePlace[] = [];
  const blobs = new Map<string, string>();
  for (const [path, file] of changes) {
    yield;
    const known = current.get(path);
    if (file === null) {
      if (known) ended.push(known);
      continue;
    }
    const checksum = 'content' in file ? blobId(file.content) : file.checksum;
    if (known?.checksum === checksum) continue;
    if (known) ended.push(known);
    else added.push(file);
    if ('content' in file) blobs.set(checksum, file.content);
    // A content that comes back is still of the commit that it was of before.
    const origin = 'content' in file ? commitSha : file.commitSha;
    begun.push({ folderPath: file.folderPath, name: file.name, checksum, commitSha: origin, lastModified });
  }
  return { ended, begun, added, blobs };
}

/** Refuses more files than a configuration may have, and places that differ only in case. */
export async function refuseBadTree(files: readonly FilePlace[]): Promise<void> {
  refuseTooMany(files.length);
  await refuseConflicts(files);
}

function refuseTooMany(count: number): void {
  if (count > MAX_FILES) throw new UnprocessableError(`A configuration has at most ${MAX_FILES} files.`);
}

async function refuseConflicts(files: readonly FilePlace[]): Promise<void> {
  const conflict = await takeSteps(findConflict(files));
  if (conflict) throw new UnprocessableError(`${placeConflictText(conflict)}.`);
}

function* findConflict(files: readonly FilePlace[]) {
  const conflicts = new PlaceConflicts();
  for (const file of files) {
    conflicts.add(file);
    yield;
  }
  return conflicts.found[0];
}
