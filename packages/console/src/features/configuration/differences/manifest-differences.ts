import type { ComparedFile } from '@atrium/contract/configuration/compare-files';
import type { DiffType } from '@atrium/contract/configuration/diff-file';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { Pull } from '@atrium/contract/configuration/pull';
import { formatQuantity } from '../../../lib/format.ts';

/** Files of a folder that the remote adds, changes (moved ones too) and removes. */
export interface FolderCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Differences between a manifest's files and the live ones, by name and checksum. */
export interface ManifestDifferences {
  /** Types of the changed files, by remote path. */
  readonly types: ReadonlyMap<string, DiffType>;
  /** Counts by folder; a moved file counts in its target folder. */
  readonly folders: ReadonlyMap<string, FolderCounts>;
  /** Live files that the remote does not have. */
  readonly removedCount: number;
}

const noCounts: FolderCounts = { added: 0, changed: 0, removed: 0 };

export function differencesOf(files: readonly ComparedFile<ManifestFile>[]): ManifestDifferences {
  const types = new Map<string, DiffType>();
  const folders = new Map<string, FolderCounts>();
  let removedCount = 0;
  for (const { type, folderPath, remote } of files) {
    if (type === 'NO_CHANGE') continue;
    if (remote) types.set(remote.filePath, type);
    else removedCount++;
    const folder = remote?.folderPath ?? folderPath;
    const counts = folders.get(folder) ?? noCounts;
    const kind = type === 'NEW' ? 'added' : type === 'DELETED' ? 'removed' : 'changed';
    folders.set(folder, { ...counts, [kind]: counts[kind] + 1 });
  }
  return { types, folders, removedCount };
}

export function describeSame(count: number): string {
  return count === 1
    ? 'The file is the same as the live one.'
    : `All ${formatQuantity(count, 'file')} are the same as the live ones.`;
}

/** Counts the changed files of all services; undefined until every service is compared. */
export function countDiffering(
  pull: Pull,
  differences: ReadonlyMap<string, ManifestDifferences>,
): number | undefined {
  let count = 0;
  for (const { serviceId } of pull.services) {
    const known = differences.get(serviceId);
    if (known === undefined) return undefined;
    count += known.types.size;
  }
  return count;
}
