import { isLeftOutPlace, type ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';

export type SelectionState = 'all' | 'some' | 'none';

/** All files of a service, in the order of the manifest. */
export function filesOf(service: PulledService): ManifestFile[] {
  return service.folders.flatMap((folder) => folder.files);
}

export function selectionOf(files: readonly ManifestFile[], deselected: ReadonlySet<string>): SelectionState {
  // Looking up 100,000 paths in an empty set takes its time too.
  if (deselected.size === 0) return 'all';
  let count = 0;
  for (const file of files) if (deselected.has(file.filePath)) count++;
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

/**
 * What takes part in the comparison. A file that was deselected is left out on both sides, and so are the
 * local files of a folder of which nothing was selected: not to want a file is not to want it deleted. Neither is a
 * place deleted that the repository fills with something that takes no part.
 * `leftOut` are the paths about which nothing is decided by that.
 */
export function comparedSides<File extends { readonly folderPath: string; readonly filePath: string }>(
  local: readonly File[],
  service: PulledService,
  deselected: ReadonlySet<string>,
): { local: File[]; remote: ManifestFile[]; leftOut: string[] } {
  const leftOutFolders = new Set(
    service.folders
      .filter((folder) => selectionOf(folder.files, deselected) === 'none' && folder.files.length > 0)
      .map((folder) => folder.name),
  );
  const ignoredPaths = new Set(service.ignoredPaths);
  const isDeselected = ({ filePath, folderPath }: File) =>
    deselected.has(filePath) || leftOutFolders.has(folderPath);
  const isLeftOut = (file: File) =>
    (deselected.size > 0 && isDeselected(file)) || isLeftOutPlace(file.filePath, ignoredPaths);
  const taking: File[] = [];
  const leftOut = new Set(deselected);
  for (const file of local) {
    if (isLeftOut(file)) leftOut.add(file.filePath);
    else taking.push(file);
  }
  return {
    local: taking,
    remote: filesOf(service).filter((file) => deselected.size === 0 || !deselected.has(file.filePath)),
    leftOut: [...leftOut],
  };
}
