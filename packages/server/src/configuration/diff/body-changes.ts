import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import {
  bodyProblem,
  bodyToFiles,
  ConfigurationBody,
  textProblem,
} from '@atrium/contract/service-api/files/item-files';
import type { ExportedMetadata } from '@atrium/contract/service-api/versions/export';
import { UnprocessableError } from '@atrium/host/errors';
import { hasMoreValues, MAX_JSON_VALUES } from '@atrium/host/json-values';
import type { FileChange } from '../import/service-change.ts';
import { checksumsOf } from '../live-configuration.ts';

/**
 * Changes that turn the live files into the files of a body, which is JSON text: changed and new ones are written, missing
 * ones removed.
 */
export function changesTo(text: string, metadata: ExportedMetadata): FileChange[] {
  const live = checksumsOf(metadata);
  const changes: FileChange[] = [];
  const wanted = new Set<string>();
  for (const file of bodyToFiles(readBody(text))) {
    const path = filePathOf(file);
    wanted.add(path);
    if (live.get(path) !== blobId(file.content)) changes.push({ ...file, action: 'merge' });
  }
  for (const path of live.keys()) {
    if (!wanted.has(path)) changes.push({ ...filePlaceOf(path), action: 'delete' });
  }
  return changes;
}

function readBody(text: string): ConfigurationBody {
  if (hasMoreValues(text, MAX_JSON_VALUES)) {
    const limit = MAX_JSON_VALUES.toLocaleString('en');
    throw new UnprocessableError(
      `The file has more than ${limit} values, more than an import can take. Pull it from git instead.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnprocessableError('The file is not valid JSON.', { cause: error });
  }
  const problem = textProblem(text);
  if (problem !== undefined) throw new UnprocessableError(problem);
  const parsed = ConfigurationBody.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UnprocessableError(bodyProblem(parsed.error));
}
