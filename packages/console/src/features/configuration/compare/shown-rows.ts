import { useMemo } from 'react';
import type { DiffFile } from '../decisions/diff-file.ts';
import { type FileRow, hideMetadata } from '../decisions/metadata-pairs.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { isInFolder, placesOf } from '../files/file-places.ts';
import type { FileFilter } from '../files/SearchField.tsx';
import { type Chip, chipFilter } from './diff-filter.ts';

/** Which files of each service are shown. */
export interface RowFilter {
  readonly matches: FileFilter;
  readonly chips: ReadonlySet<Chip>;
  /** Paths of the undecided files of the last jump, by service. */
  readonly open: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isMetadataHidden: boolean;
  readonly isUnchangedShown: boolean;
}

const noPaths: ReadonlySet<string> = new Set();

/** The rows of a service that pass the filter and are in the chosen folder, if there is one. */
export function useShownRows(
  diff: ServiceDiff,
  { matches, chips, open, isMetadataHidden, isUnchangedShown }: RowFilter,
  folder: string | null,
): FileRow<DiffFile>[] {
  const openHere = open.get(diff.service.serviceId) ?? noPaths;
  return useMemo(() => {
    const hasChips = chipFilter(chips, openHere);
    const shown = isUnchangedShown ? diff.files : diff.changed;
    const found: FileRow<DiffFile>[] = isMetadataHidden
      ? hideMetadata(shown)
      : shown.map((file) => ({ file }));
    return found.filter(
      (row) =>
        placesOf(row.file).some(matches) &&
        hasChips(row) &&
        (folder === null || isInFolder(row.file, folder)),
    );
  }, [diff.files, diff.changed, isMetadataHidden, isUnchangedShown, matches, chips, openHere, folder]);
}
