import type { FileHistory } from '@atrium/contract/configuration/file-history';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';

/** The paths of a file in two versions; null where it did not exist. */
export interface FileChange {
  file: { before: string | null; after: string };
  versions: { from: number; to: number };
}

/**
 * Returns the file before and after a version of its history; undefined for the first version, and if the earlier file
 * is unknown.
 */
export function changeOf(
  { versions, isWhole }: Pick<FileHistory, 'versions' | 'isWhole'>,
  version: number,
): FileChange | undefined {
  const index = versions.findIndex((each) => each.version === version);
  const [made, before] = [versions[index], versions[index + 1]];
  if (made === undefined || made.parent === null || (before === undefined && !isWhole)) return undefined;
  return {
    file: { before: before ? filePathOf(before.place) : null, after: filePathOf(made.place) },
    versions: { from: made.parent, to: version },
  };
}
