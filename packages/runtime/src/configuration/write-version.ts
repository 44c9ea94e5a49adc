import { blobId } from '@atrium/contract/service-api/files/blob-id';
import {
  type ConfigurationFile,
  type FilePlace,
  filePathOf,
  MAX_FILES,
} from '@atrium/contract/service-api/files/configuration-file';
import { PlaceConflicts, placeConflictText } from '@atrium/contract/service-api/files/place-conflicts';
import { UnprocessableError } from '@atrium/host/errors';
import { takeSteps } from '@atrium/host/event-loop';
import type { Store } from '../database/schema.ts';
import { ROW_BYTES, type Stored } from '../storage/stored-amounts.ts';
import {
  countBlobBytes,
  insertBlobs,
  insertFiles,
  type StoredFile,
  updateFilesEnded,
} from './file.repository.ts';
import type { Scope } from './scope.ts';
import { insertVersion, updateLiveVersion, type VersionRecord } from './version.repository.ts';

/** Path → a file that is stored, or one to store. */
export type WantedFiles = ReadonlyMap<string, ConfigurationFile | StoredFile>;

export interface VersionDraft extends Pick<VersionRecord, 'author' | 'message' | 'commitSha'> {
  live: { version: number; files: readonly StoredFile[] };
  wanted: WantedFiles;
  lastModified: Date;
}

export interface WrittenVersion {
  version: number;
  /** By how much more is stored now. */
  added: Partial<Stored>;
  changedPaths: ReadonlySet<string>;
}

/** Writes the difference between two sets of files as a new version. Without one nothing is written. */
export async function writeVersion(
  transaction: Store,
  scope: Scope,
  draft: VersionDraft,
): Promise<WrittenVersion> {
  const { live, wanted, lastModified, author, message, commitSha } = draft;
  const version = live.version + 1;
  const { ended, begun, blobs } = await takeSteps(compare(draft));
  const changedPaths = new Set([...ended, ...begun].map(filePathOf));
  if (changedPaths.size === 0) return { version: live.version, added: {}, changedPaths };
  await refuseBadTree([...wanted.values()]);
  const insertedBytes = await insertBlobs(transaction, scope.domainId, blobs);
  await insertVersion(transaction, scope, {
    author,
    message,
    commitSha,
    version,
    parent: live.version === 0 ? null : live.version,
    createdOn: lastModified,
    filesCount: wanted.size,
    changesCount: changedPaths.size,
  });
  await updateLiveVersion(transaction, scope, version);
  await updateFilesEnded(transaction, scope, version, ended);
  await insertFiles(transaction, scope, version, begun);
  const bytesOf = (files: readonly StoredFile[]) =>
    countBlobBytes(
      transaction,
      scope.domainId,
      files.map(({ checksum }) => checksum),
    );
  const added = {
    files: wanted.size - live.files.length,
    configurationBytes: (await bytesOf(begun)) - (await bytesOf(ended)),
    historyBytes: insertedBytes + ROW_BYTES * (begun.length + 1),
  };
  return { version, added, changedPaths };
}

/** Places whose rows end, rows that begin, and contents that may be new; others have their turn between two files. */
function* compare({ live, wanted, lastModified, commitSha }: VersionDraft) {
  const current = new Map(live.files.map((file) => [filePathOf(file), file]));
  const ended: StoredFile[] = live.files.filter((file) => !wanted.has(filePathOf(file)));
  const begun: StoredFile[] = [];
  const blobs = new Map<string, string>();
  for (const [path, file] of wanted) {
    yield;
    const checksum = 'content' in file ? blobId(file.content) : file.checksum;
    const known = current.get(path);
    if (known?.checksum === checksum) continue;
    if (known) ended.push(known);
    if ('content' in file) blobs.set(checksum, file.content);
    // A content that comes back is still of the commit that it was of before.
    const origin = 'content' in file ? commitSha : file.commitSha;
    begun.push({ folderPath: file.folderPath, name: file.name, checksum, commitSha: origin, lastModified });
  }
  return { ended, begun, blobs };
}

/** Refuses more files than a configuration may have, and places that differ only in case. */
export async function refuseBadTree(files: readonly FilePlace[]): Promise<void> {
  if (files.length > MAX_FILES)
    throw new UnprocessableError(`A configuration has at most ${MAX_FILES} files.`);
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
