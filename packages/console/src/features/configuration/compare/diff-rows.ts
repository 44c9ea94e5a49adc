import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { foldersTo, inTreeOrder, isWithin } from '../../../lib/folders.ts';
import { lastResultOf } from '../../../lib/last-result.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { type FileRow, hideMetadata } from '../decisions/metadata-pairs.ts';
import type { DiffView } from '../decisions/pull-session.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { placesOf } from '../files/file-places.ts';
import type { FileFilter } from '../files/SearchField.tsx';
import { type Chip, chipFilter } from './diff-filter.ts';

/** A row of the diff step: two services may have a file at the same path. */
export interface DiffRow extends FileRow<DiffFile> {
  readonly serviceId: string;
  readonly key: string;
}

export const keyOfRow = ({ key }: DiffRow) => key;

/** Filters of the files, in all services. */
export interface RowFilter {
  readonly matches: FileFilter;
  readonly chips: ReadonlySet<Chip>;
  /** Paths of the undecided files of the last jump, by service. */
  readonly open: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isMetadataHidden: boolean;
  readonly isUnchangedShown: boolean;
}

const noPaths: ReadonlySet<string> = new Set();

/** Returns the rows of a service, before the search and the chips. */
export function rowsOf(
  { service, files, changed }: ServiceDiff,
  { isMetadataHidden, isUnchangedShown }: Pick<RowFilter, 'isMetadataHidden' | 'isUnchangedShown'>,
): readonly DiffRow[] {
  return allRows(isUnchangedShown ? files : changed, service.serviceId, isMetadataHidden);
}

/** Cached, because rendering must not iterate over thousands of files each time. */
const allRows = lastResultOf((files: readonly DiffFile[], serviceId: string, isMetadataHidden: boolean) => {
  const found: FileRow<DiffFile>[] = isMetadataHidden ? hideMetadata(files) : files.map((file) => ({ file }));
  const rows = found.map(
    (row): DiffRow => ({ ...row, serviceId, key: `${serviceId}/${filePathOf(row.file)}` }),
  );
  return inTreeOrder(rows.map((row) => ({ path: row.key, row }))).map(({ row }) => row);
});

/** Returns the rows of a service that pass the search and the chips. */
export function shownRowsOf(diff: ServiceDiff, filter: RowFilter): readonly DiffRow[] {
  const open = filter.open.get(diff.service.serviceId) ?? noPaths;
  return filteredRows(rowsOf(diff, filter), filter.matches, filter.chips, open);
}

const filteredRows = lastResultOf(
  (
    rows: readonly DiffRow[],
    matches: FileFilter,
    chips: ReadonlySet<Chip>,
    open: ReadonlySet<string>,
  ): readonly DiffRow[] => {
    const hasChips = chipFilter(chips, open);
    return rows.filter((row) => placesOf(row.file).some(matches) && hasChips(row));
  },
);

/** A folder of the tree. */
export interface FolderEntry {
  readonly kind: 'folder';
  readonly key: string;
  readonly serviceId: string;
  readonly path: string;
  /** Path below the folder above. */
  readonly label: string;
  readonly depth: number;
  /** The shown rows in it and below it, as a range of the service's rows. */
  readonly from: number;
  readonly to: number;
}

export interface FileEntry {
  readonly kind: 'file';
  readonly key: string;
  readonly depth: number;
  readonly row: DiffRow;
}

/** Returns the path of the deepest folder that holds all rows; empty without one. */
export const folderOfAll = lastResultOf((rows: readonly DiffRow[]): string => {
  const [first, ...others] = new Set(rows.map(({ file }) => file.folderPath));
  const holdsAll = (path: string) => others.every((folder) => isWithin(folder, path));
  return foldersTo(first ?? '').find(holdsAll) ?? '';
});

/**
 * Lists the rows of a service: each folder before its contents, or in the list view the files alone. `head` is a folder
 * that the line above names.
 */
export const entriesOf = lastResultOf(
  (
    rows: readonly DiffRow[],
    view: DiffView,
    closed: ReadonlySet<string>,
    head: string,
  ): readonly (FolderEntry | FileEntry)[] => {
    if (view === 'list') return rows.map((row) => ({ kind: 'file', key: row.key, depth: 0, row }));
    const byFolder = Map.groupBy(rows, ({ file }) => file.folderPath);
    const serviceId = rows[0]?.serviceId ?? '';
    const entries: (FolderEntry | FileEntry)[] = [];
    const above: FolderEntry[] = [];
    const ranges = folderRanges(rows);
    for (const path of shownFolders(byFolder)) {
      while (above.length > 0 && !isWithin(path, above.at(-1)?.path ?? '')) above.pop();
      const place = above.at(-1)?.path ?? head;
      const key = `${serviceId}/${path}/`;
      const folder: FolderEntry = {
        kind: 'folder',
        key,
        serviceId,
        path,
        label: place === '' ? path : path.slice(place.length + 1),
        depth: above.length,
        ...(ranges.get(path) as FolderRange),
      };
      const isHidden = above.some((one) => closed.has(one.key));
      if (path !== head) {
        above.push(folder);
        if (isHidden) continue;
        entries.push(folder);
        if (closed.has(key)) continue;
      }
      for (const row of byFolder.get(path) ?? [])
        entries.push({ kind: 'file', key: row.key, depth: above.length, row });
    }
    return entries;
  },
);

type FolderRange = Pick<FolderEntry, 'from' | 'to'>;

/** Relies on tree order, which keeps the rows of a folder together. */
function folderRanges(rows: readonly DiffRow[]): ReadonlyMap<string, FolderRange> {
  const ranges = new Map<string, { from: number; to: number }>();
  for (const [index, { file }] of rows.entries()) {
    for (const path of foldersTo(file.folderPath)) {
      const range = ranges.get(path);
      if (range) range.to = index + 1;
      else ranges.set(path, { from: index, to: index + 1 });
    }
  }
  return ranges;
}

/** Returns the folders that have files of their own or in several folders below, in tree order. */
function shownFolders(byFolder: ReadonlyMap<string, unknown>): string[] {
  const children = new Map<string, Set<string>>();
  for (const folder of byFolder.keys()) {
    const [, ...parents] = foldersTo(folder);
    let child = folder;
    for (const parent of parents) {
      const known = children.get(parent);
      if (known) known.add(child);
      else children.set(parent, new Set([child]));
      child = parent;
    }
  }
  const branching = [...children].filter(([path, below]) => below.size > 1 && !byFolder.has(path));
  const paths = [...byFolder.keys(), ...branching.map(([path]) => path)];
  return inTreeOrder(paths.map((path) => ({ path }))).map(({ path }) => path);
}
