import type { FileLook, MovedFile } from '@atrium/contract/configuration/look';
import { isSameMetadata } from '@atrium/contract/configuration/same-metadata';
import { isMetaFile } from '@atrium/contract/service-api/item-file-names';
import { countChanges } from '@atrium/diff/change-counts';
import { findRenames } from '@atrium/diff/renames';
import { faultOf, lookAtBoth } from './look-at-both.ts';

/** A differing file of one side; without its content only its checksum is known. */
export interface LookedSide {
  path: string;
  checksum: string;
  content?: string | undefined;
}

/** What differs between the live files of a service and a pull. */
export interface Differences {
  serviceId: string;
  /** At the same place on both sides. */
  changed: readonly { local: LookedSide; remote: LookedSide }[];
  /** Only live, and only in the remote. */
  deleted: readonly LookedSide[];
  added: readonly LookedSide[];
  /** By path, contents last exchanged that neither side has any longer. */
  bases: ReadonlyMap<string, string>;
}

export interface Looked {
  moved: MovedFile[];
  same: string[];
  files: Record<string, FileLook>;
}

/** What names and checksums do not show. Files without contents have no result. */
export function lookAtContents({ serviceId, changed, deleted, added, bases }: Differences): Looked {
  const renames = findRenames(deleted, added);
  const moved = renames.map(({ from, to }) => ({ from: from.path, to: to.path }));
  const same: string[] = [];
  const files: Record<string, FileLook> = {};
  for (const { local, remote } of changed) {
    const { path } = remote;
    const contents = contentsOf(local, remote);
    if (contents === undefined) continue;
    files[path] = lookAtBoth(path, contents, bases.get(path));
    if (isMetaFile(path) && isSameMetadata(...contents, serviceId)) same.push(path);
  }
  for (const { from, to } of renames) {
    const contents = contentsOf(from, to);
    const base = bases.get(from.path) ?? bases.get(to.path);
    if (contents !== undefined) files[to.path] = lookAtBoth(to.path, contents, base);
  }
  const paired = new Set<LookedSide>(renames.flatMap(({ from, to }) => [from, to]));
  for (const { path, content } of added.filter((file) => !paired.has(file))) {
    if (content === undefined) continue;
    files[path] = { ...countChanges('', content), ...faultOf(path, content) };
  }
  for (const file of deleted.filter((each) => !paired.has(each))) {
    if (file.content !== undefined) files[file.path] = countChanges(file.content, '');
  }
  return { moved, same, files };
}

export type Contents = readonly [local: string, remote: string];

function contentsOf(local: LookedSide, remote: LookedSide): Contents | undefined {
  if (local.content === undefined || remote.content === undefined) return undefined;
  return [local.content, remote.content];
}
