import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { stayingPaths } from './staying-files.ts';

export type SelectionState = 'all' | 'some' | 'none';

/** All files of a service, in the order of the manifest. */
export function filesOf(service: PulledService): ManifestFile[] {
  return service.folders.flatMap((folder) => folder.files);
}

/** Looking up 100,000 paths takes its time in an empty set too: each must be hashed. */
const includes = (paths: ReadonlySet<string>, path: string) => paths.size > 0 && paths.has(path);

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

/**
 * What takes part in the comparison. A file that was deselected is left out on both sides, and so are the local files
 * of a folder of which nothing was selected, or that have moved to a file that was deselected: deselecting a file does
 * not mean deleting it. Nor is a place deleted that the repository occupies with something that takes no part.
 * `leftOut` are the paths about which nothing is decided this way.
 */
export function comparedSides(
  local: readonly ManifestFile[],
  service: PulledService,
  deselected: ReadonlySet<string>,
): { local: ManifestFile[]; remote: ManifestFile[]; leftOut: string[] } {
  const remote = filesOf(service);
  const leftOutFolders = new Set(
    service.folders
      .filter((folder) => selectionOf(folder.files, deselected) === 'none' && folder.files.length > 0)
      .map((folder) => folder.name),
  );
  const ignoredPaths = new Set(service.ignoredPaths);
  const staying = stayingPaths(local, remote, deselected);
  const isLeftOut = ({ filePath, folderPath }: ManifestFile) =>
    includes(deselected, filePath) ||
    includes(staying, filePath) ||
    includes(leftOutFolders, folderPath) ||
    isLeftOutPlace(filePath, ignoredPaths);
  const taking: ManifestFile[] = [];
  const leftOut = new Set(deselected);
  for (const file of local) {
    if (isLeftOut(file)) leftOut.add(file.filePath);
    else taking.push(file);
  }
  return {
    local: taking,
    remote: remote.filter((file) => !includes(deselected, file.filePath)),
    leftOut: [...leftOut],
  };
}
