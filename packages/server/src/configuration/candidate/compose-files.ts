import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { FileChange } from '../import/service-change.ts';

/** Returns the checksums of a configuration, by path, as they are after changes of it. */
export function composeFiles(
  live: ReadonlyMap<string, string>,
  changes: readonly FileChange[],
): Map<string, string> {
  const files = new Map(live);
  for (const change of changes) {
    const path = filePathOf(change);
    if (change.action === 'delete') files.delete(path);
    else if (change.checksum !== undefined) files.set(path, change.checksum);
    else if (change.content !== undefined) files.set(path, blobId(change.content));
  }
  return files;
}
