import type { ComparedFile, ComparedSide } from '@atrium/contract/configuration/compare-files';
import type { MovedFile } from '@atrium/contract/configuration/look';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { isMetaFile, metaPathOf } from '@atrium/contract/service-api/item-file-names';

/** Live files that the repository has at a place that was deselected: they stay, as deselecting does not mean deleting. */

const keyOf = ({ name, checksum }: ManifestFile) => `${checksum}/${name}`;

/** Those that name and checksum show, by path: the same file is nowhere else that takes part. */
export function stayingPaths(
  local: readonly ManifestFile[],
  remote: readonly ManifestFile[],
  deselected: ReadonlySet<string>,
): ReadonlySet<string> {
  if (deselected.size === 0) return deselected;
  const here = new Set(local.map(({ filePath }) => filePath));
  const there = new Set(remote.map(({ filePath }) => filePath));
  const arriving = remote.filter(({ filePath }) => !here.has(filePath));
  const [left, taken] = [true, false].map(
    (isLeft) => new Set(arriving.filter(({ filePath }) => deselected.has(filePath) === isLeft).map(keyOf)),
  );
  const leaving = local.filter(({ filePath }) => !there.has(filePath));
  const staying = leaving.filter((file) => left?.has(keyOf(file)) && !taken?.has(keyOf(file)));
  const paths = withMetadata(staying.map(({ filePath }) => filePath));
  return new Set(leaving.map(({ filePath }) => filePath).filter((path) => paths.has(path)));
}

/** The comparison without those that only the contents show, which are returned by path. */
export function withoutStaying<Side extends ComparedSide>(
  files: readonly ComparedFile<Side>[],
  moved: readonly MovedFile[],
  deselected: ReadonlySet<string>,
): { files: readonly ComparedFile<Side>[]; staying: string[] } {
  const paths = withMetadata(moved.filter(({ to }) => deselected.has(to)).map(({ from }) => from));
  const staying: string[] = [];
  if (paths.size === 0) return { files, staying };
  const taking = files.flatMap((file): ComparedFile<Side>[] => {
    const isLeaving = file.type === 'DELETED' || file.type === 'MOVED';
    if (!isLeaving || !paths.has(filePathOf(file))) return [file];
    staying.push(filePathOf(file));
    const { remote } = file;
    return remote ? [{ type: 'NEW', folderPath: remote.folderPath, name: remote.name, remote }] : [];
  });
  return { files: taking, staying };
}

/** Metadata stays with its source. */
function withMetadata(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => (isMetaFile(path) ? path : [path, metaPathOf(path)])));
}
