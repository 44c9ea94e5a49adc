import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { filesOf } from '../differences/manifest-selection.ts';

/**
 * Adds the unreadable files, which have no box of their own, to the deselected paths: together with their folder, or
 * all of them if nothing else of the service is selected. Otherwise a folder without any selected file would be
 * compared, and its live files deleted.
 */
export function withUnreadablePaths(
  deselected: readonly string[],
  service: PulledService,
  readable: readonly ManifestFile[],
): string[] {
  const next = new Set(deselected);
  const boxed = new Set(readable.map(({ filePath }) => filePath));
  const folders = new Set(readable.map(({ folderPath }) => folderPath));
  const selected = readable.filter(({ filePath }) => !next.has(filePath));
  const taking = new Set(selected.map(({ folderPath }) => folderPath));
  for (const { filePath, folderPath } of filesOf(service)) {
    if (boxed.has(filePath)) continue;
    if (taking.has(folderPath)) next.delete(filePath);
    else if (folders.has(folderPath) || taking.size === 0) next.add(filePath);
  }
  return [...next];
}
