import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { Store } from '../database/schema.ts';
import { countBlobBytes } from './blob.repository.ts';
import { listChanges, listContents, type StoredContent } from './file.repository.ts';
import type { Scope } from './scope.ts';
import type { WithCode } from './stripped-sources.service.ts';
import { listVersionsByNumber } from './version.repository.ts';

export interface FormerVersion {
  version: number;
  createdOn?: Date | undefined;
}

/** Files of a version that have changed since another one. */
export interface ChangedFiles {
  /** New ones and those with another content. */
  files: readonly WithCode<StoredContent>[];
  /** Paths. */
  deleted: readonly string[];
  /** Bytes of the contents that deleted and changed files had. */
  endedBytes: number;
}

/** `isWhole`: all files, because the former version is not known. */
export interface LiveFiles extends ChangedFiles {
  version: number;
  createdOn: Date | undefined;
  isWhole: boolean;
}

export async function readChangedFiles(
  db: Store,
  scope: Scope,
  version: number,
  former: FormerVersion | undefined,
): Promise<LiveFiles> {
  const records = await listVersionsByNumber(db, scope, [version, former?.version ?? version]);
  const createdOnOf = (number: number) => records.find((record) => record.version === number)?.createdOn;
  const createdOn = createdOnOf(version);
  if (former === undefined || !isSame(former, version, createdOnOf(former.version))) {
    const files = await listContents(db, scope, version);
    return { version, createdOn, isWhole: true, files, deleted: [], endedBytes: 0 };
  }
  const changes = await listChanges(db, scope, former.version, version);
  const changed = changes.filter(({ type }) => type !== 'DELETED');
  const ended = changes.flatMap(({ before }) => before ?? []);
  return {
    version,
    createdOn,
    isWhole: false,
    files: await listContents(db, scope, version, changed),
    deleted: changes.filter(({ type }) => type === 'DELETED').map(filePathOf),
    endedBytes: ended.length === 0 ? 0 : await countBlobBytes(db, scope.domainId, ended),
  };
}

/** Whether a former version is there still. A domain whose data were deleted counts its versions from the beginning. */
function isSame(former: FormerVersion, version: number, createdOn: Date | undefined): boolean {
  return (
    former.version <= version &&
    createdOn !== undefined &&
    createdOn.getTime() === former.createdOn?.getTime()
  );
}
