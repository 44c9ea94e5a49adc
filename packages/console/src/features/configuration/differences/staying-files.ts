import {
  type ComparedFile,
  type ComparedSide,
  compareFiles,
} from '@atrium/contract/configuration/compare-files';
import type { MovedFile } from '@atrium/contract/configuration/examine-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, metaPathOf } from '@atrium/contract/service-api/files/item-file-names';

/** Live files that the repository has at a place that was deselected: they stay, as deselecting does not mean deleting. */
export interface StayingFiles {
  /** Number of files, without their metadata. */
  readonly count: number;
  /** Paths of the files and of their metadata, which stays with its source. */
  readonly here: ReadonlySet<string>;
  /** Paths of the metadata at the deselected places, which would be there without its source. */
  readonly there: ReadonlySet<string>;
}

const none: StayingFiles = { count: 0, here: new Set(), there: new Set() };

const isSource = ({ name }: { readonly name: string }) => !isMetaFile(name);

/** Files with a unique match by name and checksum. Metadata is ignored: too much of it is identical. */
export function stayingFiles(
  local: readonly ManifestFile[],
  remote: readonly ManifestFile[],
  deselected: ReadonlySet<string>,
): StayingFiles {
  if (deselected.size === 0) return none;
  const here = new Set(local.map(({ filePath }) => filePath));
  const there = new Set(remote.map(({ filePath }) => filePath));
  const leaving = local.filter((file) => isSource(file) && !there.has(file.filePath));
  const arriving = remote.filter((file) => isSource(file) && !here.has(file.filePath));
  const moves = compareFiles(leaving, arriving).flatMap(({ type, local: mine, remote: theirs }) =>
    type === 'MOVED' && mine && theirs ? [{ from: mine.filePath, to: theirs.filePath }] : [],
  );
  const staying = stayingBy(moves.filter(({ to }) => deselected.has(to)));
  return { ...staying, here: new Set([...staying.here].filter((path) => !there.has(path))) };
}

function stayingBy(moves: readonly MovedFile[]): StayingFiles {
  return {
    count: moves.length,
    here: new Set(moves.flatMap(({ from }) => [from, metaPathOf(from)])),
    there: new Set(moves.map(({ to }) => metaPathOf(to))),
  };
}

/** Returns the comparison without staying files that only their contents reveal. */
export function withoutStaying<Side extends ComparedSide>(
  files: readonly ComparedFile<Side>[],
  moved: readonly MovedFile[],
  deselected: ReadonlySet<string>,
): { files: readonly ComparedFile<Side>[]; leftOut: readonly ComparedFile<Side>[]; count: number } {
  const ofDeselected = moved.filter(({ from, to }) => deselected.has(to) && !isMetaFile(from));
  if (ofDeselected.length === 0) return { files, leftOut: [], count: 0 };
  const deleted = new Set(files.filter(({ type }) => type === 'DELETED').map(filePathOf));
  const { count, here, there } = stayingBy(ofDeselected.filter(({ from }) => deleted.has(from)));
  const isLeftOut = (file: ComparedFile<Side>) =>
    (file.type === 'DELETED' ? here : there).has(filePathOf(file));
  const taking: ComparedFile<Side>[] = [];
  const leftOut: ComparedFile<Side>[] = [];
  for (const file of files) {
    const parts = file.type === 'MOVED' ? partsOf(file) : [file];
    if (!parts.some(isLeftOut)) taking.push(file);
    else for (const part of parts) (isLeftOut(part) ? leftOut : taking).push(part);
  }
  return { files: taking, leftOut, count };
}

/** Splits a moved file in two: metadata may stay while identical metadata is compared. */
function partsOf<Side extends ComparedSide>({ local, remote }: ComparedFile<Side>): ComparedFile<Side>[] {
  return [
    ...(local ? [{ type: 'DELETED' as const, folderPath: local.folderPath, name: local.name, local }] : []),
    ...(remote ? [{ type: 'NEW' as const, folderPath: remote.folderPath, name: remote.name, remote }] : []),
  ];
}
