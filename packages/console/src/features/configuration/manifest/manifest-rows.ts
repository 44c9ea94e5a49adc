import type { DiffType } from '@atrium/contract/configuration/diff-file';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { useMemo } from 'react';
import type { ManifestDifferences } from '../differences/manifest-differences.ts';
import { filesOf } from '../differences/manifest-selection.ts';
import { type LastCommits, lastCommitOf } from '../files/pull.queries.ts';
import type { FileFilter } from '../files/SearchField.tsx';

export interface ManifestRow extends ManifestFile {
  readonly message?: string;
  /** Undefined for a file that equals the live one, and while unknown. */
  readonly type?: DiffType | undefined;
}

interface RowFilter {
  readonly matches: FileFilter;
  readonly folder: string | null;
  readonly isOnlyDifferent: boolean;
}

/** Returns the readable files of a service: unreadable ones are listed above, as skipped. */
export function useReadableFiles(service: PulledService, lastCommits: LastCommits | undefined) {
  const unreadable = lastCommits?.unreadable[service.serviceId];
  return useMemo(
    () => filesOf(service).filter(({ filePath }) => unreadable?.[filePath] === undefined),
    [service, unreadable],
  );
}

/** Files that pass the filter, each with its last commit and its difference, if known. */
export function useManifestRows(
  serviceId: string,
  files: readonly ManifestFile[],
  lastCommits: LastCommits | undefined,
  differences: ManifestDifferences | undefined,
  { matches, folder, isOnlyDifferent }: RowFilter,
): ManifestRow[] {
  return useMemo(() => {
    const types = differences?.types;
    return files
      .filter(
        (file) =>
          (!isOnlyDifferent || types?.has(file.filePath)) &&
          (folder === null || file.folderPath === folder) &&
          matches(file),
      )
      .map((file) => ({
        ...file,
        ...lastCommitOf(lastCommits, serviceId, file.filePath),
        type: types?.get(file.filePath),
      }));
  }, [files, folder, matches, lastCommits, serviceId, differences, isOnlyDifferent]);
}
