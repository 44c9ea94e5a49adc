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

/** Returns the files of a version, after the changes of an import. */
export function applyImport<File extends FilePlace>(
  files: readonly File[],
  { folders }: Pick<ImportRequest, 'folders'>,
): Map<string, ConfigurationFile | File> {
  const wanted = new Map<string, ConfigurationFile | File>(byPath(files));
  const seen = new Set<string>();
  for (const { folderPath, name, action, content } of filesOfFolders(folders)) {
    const path = filePathOf({ folderPath, name });
    if (seen.has(path)) throw new UnprocessableError(`${path} is in the import twice.`);
    seen.add(path);
    if (action === 'delete') wanted.delete(path);
    else if (content !== undefined) wanted.set(path, { folderPath, name, content });
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
