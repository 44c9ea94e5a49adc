import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';

export type SelectionState = 'all' | 'some' | 'none';

/** All files of a service, in the order of the manifest. */
export function filesOf(service: PulledService): ManifestFile[] {
  return service.folders.flatMap((folder) => folder.files);
}

/** Looking up 100,000 paths takes its time in an empty set too: each must be hashed. */
export const includes = (paths: ReadonlySet<string>, path: string) => paths.size > 0 && paths.has(path);

export function selectionOf(files: readonly ManifestFile[], deselected: ReadonlySet<string>): SelectionState {
  let count = 0;
  for (const file of files) if (includes(deselected, file.filePath)) count++;
  if (count === 0) return 'all';
  return count === files.length ? 'none' : 'some';
}

/** The deselected paths after (de)selecting files; paths of files that are not named stay as they are. */
export function select(
  deselected: ReadonlySet<string>,
  files: readonly ManifestFile[],
  isSelected: boolean,
): string[] {
  const next = new Set(deselected);
  for (const { filePath } of files) {
    if (isSelected) next.delete(filePath);
    else next.add(filePath);
  }
  return [...next];
}
