import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { filesOf } from '../differences/manifest-selection.ts';

/**
 * The deselected paths, with those of files that cannot be read and so have no box of their own: they go with the others
 * of their folder, and all of them if nothing else of the service is selected. A folder of which everything in sight is
 * deselected would take part otherwise, and what is live there be deleted.
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
