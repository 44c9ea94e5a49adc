import { blobId } from '@atrium/contract/service-api/blob-id';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import type { ExportedMetadata } from '@atrium/contract/service-api/export';
import { bodyProblem, bodyToFiles, ConfigurationBody } from '@atrium/contract/service-api/item-files';
import { UnprocessableError } from '@atrium/host/errors';
import type { ImportFolders } from '../import/submit.service.ts';
import { checksumsOf } from '../live-configuration.ts';

/**
 * What turns the live files into those of a body, which is JSON text: changed and new ones are written, missing ones
 * removed.
 */
export function changesTo(text: string, metadata: ExportedMetadata): ImportFolders {
  const live = checksumsOf(metadata);
  const folders = new Map<string, ImportFolders[number]>();
  const add = (folderPath: string, file: ImportFolders[number]['files'][number]) => {
    const folder = folders.get(folderPath) ?? { name: folderPath, files: [] };
    folders.set(folderPath, folder);
    folder.files.push(file);
  };
  const wanted = new Set<string>();
  for (const { folderPath, name, content } of bodyToFiles(readBody(text))) {
    const path = filePathOf({ folderPath, name });
    wanted.add(path);
    if (live.get(path) !== blobId(content)) add(folderPath, { name, action: 'merge', content });
  }
  for (const path of live.keys()) {
    const { folderPath, name } = filePlaceOf(path);
    if (!wanted.has(path)) add(folderPath, { name, action: 'delete' });
  }
  return [...folders.values()];
}

function readBody(text: string): ConfigurationBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnprocessableError('The file is not valid JSON.', { cause: error });
  }
  const parsed = ConfigurationBody.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UnprocessableError(bodyProblem(parsed.error));
}
