import { filesOfFolders } from '@atrium/contract/configuration/file-ref';
import {
  type ConfigurationFile,
  type FilePlace,
  filePathOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { bodyToFiles, type ConfigurationBody } from '@atrium/contract/service-api/files/item-files';
import type { ImportRequest } from '@atrium/contract/service-api/versions/import';
import { FileContent } from '@atrium/contract/service-api/versions/import-files';
import { UnprocessableError } from '@atrium/host/errors';

export function byPath<File extends FilePlace>(files: readonly File[]): Map<string, File> {
  return new Map(files.map((file) => [filePathOf(file), file]));
}

/** Path → file with its new content; null for one that is deleted. */
export function readImport({
  folders,
}: Pick<ImportRequest, 'folders'>): Map<string, ConfigurationFile | null> {
  const changes = new Map<string, ConfigurationFile | null>();
  const seen = new Set<string>();
  for (const { folderPath, name, action, content } of filesOfFolders(folders)) {
    const path = filePathOf({ folderPath, name });
    if (seen.has(path)) throw new UnprocessableError(`${path} is in the import twice.`);
    seen.add(path);
    if (action === 'delete') changes.set(path, null);
    else if (content !== undefined) changes.set(path, { folderPath, name, content });
  }
  return changes;
}

/** Returns the files of a version, after the changes of an import. */
export function applyImport<File extends FilePlace>(
  files: readonly File[],
  request: Pick<ImportRequest, 'folders'>,
): Map<string, ConfigurationFile | File> {
  const wanted = new Map<string, ConfigurationFile | File>(byPath(files));
  for (const [path, file] of readImport(request)) {
    if (file === null) wanted.delete(path);
    else wanted.set(path, file);
  }
  return wanted;
}

/** The files of a whole configuration, checked as single ones are. */
export function readBody(body: ConfigurationBody): ConfigurationFile[] {
  const files = bodyToFiles(body);
  for (const file of files) {
    const checked = FileContent.safeParse(file.content);
    if (!checked.success) refuse(file, checked.error.issues[0]?.message ?? 'not valid');
  }
  return files;
}

function refuse(file: FilePlace, reason: string): never {
  throw new UnprocessableError(`${filePathOf(file)}: ${reason}`, {
    details: [{ folderPath: file.folderPath, name: file.name, reason }],
  });
}
