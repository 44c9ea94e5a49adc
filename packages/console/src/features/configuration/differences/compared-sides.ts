import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { filesOf, includes, selectionOf } from './manifest-selection.ts';
import { stayingFiles } from './staying-files.ts';

export interface ComparedSides {
  readonly local: readonly ManifestFile[];
  readonly remote: readonly ManifestFile[];
  /** Files excluded from the comparison. */
  readonly left: { readonly local: readonly ManifestFile[]; readonly remote: readonly ManifestFile[] };
  /** Paths about which nothing is decided this way. */
  readonly leftOut: readonly string[];
  /** Live files that stay because the places they moved to were deselected. */
  readonly stayingCount: number;
}

/**
 * Splits files into compared and excluded ones. A deselected file is excluded on both sides: deselecting doesn't
 * delete. Also excluded are local files of a folder without any selected file, and local files that moved to a
 * deselected file. A local file also stays if the repository has an excluded entry at its path.
 */
export function comparedSides(
  local: readonly ManifestFile[],
  service: PulledService,
  deselected: ReadonlySet<string>,
): ComparedSides {
  const remote = filesOf(service);
  const leftOutFolders = new Set(
    service.folders
      .filter((folder) => selectionOf(folder.files, deselected) === 'none' && folder.files.length > 0)
      .map((folder) => folder.name),
  );
  const ignoredPaths = new Set(service.ignoredPaths);
  const staying = stayingFiles(local, remote, deselected);
  const isDeselected = ({ filePath }: ManifestFile) =>
    includes(deselected, filePath) || includes(staying.there, filePath);
  const isLeftOut = (file: ManifestFile) =>
    isDeselected(file) ||
    includes(staying.here, file.filePath) ||
    includes(leftOutFolders, file.folderPath) ||
    isLeftOutPlace(file.filePath, ignoredPaths);
  const [localLeft, localTaking] = splitBy(local, isLeftOut);
  const [remoteLeft, remoteTaking] = splitBy(remote, isDeselected);
  const left = [...localLeft, ...remoteLeft].map(({ filePath }) => filePath);
  return {
    local: localTaking,
    remote: remoteTaking,
    left: { local: localLeft, remote: remoteLeft },
    leftOut: [...new Set([...deselected, ...left])],
    stayingCount: staying.count,
  };
}

function splitBy<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const split: [Item[], Item[]] = [[], []];
  for (const item of items) split[isFirst(item) ? 0 : 1].push(item);
  return split;
}
