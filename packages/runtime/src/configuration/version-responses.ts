import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { writeBody } from '@atrium/contract/service-api/files/item-files';
import { ExportedFile } from '@atrium/contract/service-api/versions/export';
import type { StoredFile } from './file.repository.ts';
import type { VersionRecord } from './version.repository.ts';

/**
 * The files of a version by folder, as JSON, file by file: of a hundred thousand the whole text would take as long to write
 * as all other calls would wait for it.
 */
export function* writeMetadata(version: number, files: Iterable<StoredFile>): Generator<string> {
  yield `{"version":${version},"folders":[`;
  let folder: string | undefined;
  for (const file of files) {
    if (file.folderPath === folder) yield ',';
    else {
      yield `${folder === undefined ? '' : ']},'}{"name":${JSON.stringify(file.folderPath)},"files":[`;
      folder = file.folderPath;
    }
    yield JSON.stringify(ExportedFile.parse(listed(file)));
  }
  yield `${folder === undefined ? '' : ']}'}],"defaultActions":{}}`;
}

/** The whole configuration, item by item, for the same reason. */
export function* writeWhole(version: number, files: readonly ConfigurationFile[]): Generator<string> {
  yield `{"version":${version},"body":`;
  yield* writeBody(files);
  yield '}';
}

/** A file in a list of the configuration. */
function listed(file: StoredFile): ExportedFile {
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
