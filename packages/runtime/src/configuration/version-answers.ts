import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { ExportedFolder } from '@atrium/contract/service-api/export';
import type { StoredFile } from './file.repository.ts';
import type { VersionRecord } from './version.repository.ts';

export function toFolders(files: readonly StoredFile[]): ExportedFolder[] {
  const folders = new Map<string, ExportedFolder>();
  for (const file of files) {
    const { name, folderPath, checksum, commitSha, lastModified } = file;
    const folder = folders.get(folderPath) ?? { name: folderPath, files: [] };
    folders.set(folderPath, folder);
    folder.files.push({
      name,
      folderPath,
      filePath: filePathOf(file),
      checksum,
      commitSha,
      lastModified: lastModified.toISOString(),
      breadcrumb: folderPath.split('/'),
    });
  }
  return [...folders.values()];
}

export function toWire({ createdOn, ...version }: VersionRecord) {
  return { ...version, createdOn: createdOn.toISOString() };
}
