import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { ExportedFile } from '@atrium/contract/service-api/export';
import type { StoredFile } from './file.repository.ts';
import type { VersionRecord } from './version.repository.ts';

/** How a list of the configuration shows a file. */
export function listed(file: StoredFile): ExportedFile {
  const { name, folderPath, checksum, commitSha, lastModified } = file;
  return {
    name,
    folderPath,
    filePath: filePathOf(file),
    checksum,
    commitSha,
    lastModified: lastModified.toISOString(),
    breadcrumb: folderPath.split('/'),
  };
}

export function toWire({ createdOn, ...version }: VersionRecord) {
  return { ...version, createdOn: createdOn.toISOString() };
}
