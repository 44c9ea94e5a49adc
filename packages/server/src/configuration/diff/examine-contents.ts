import type { FileExamination, MovedFile } from '@atrium/contract/configuration/examine-files';
import { isSameMetadata } from '@atrium/contract/configuration/same-metadata';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { countChanges } from '@atrium/diff/change-counts';
import { findRenames } from '@atrium/diff/renames';
import { type Contents, examineBoth, faultOf } from './examine-both.ts';

/** A differing file of one side; without its content only its checksum is known. */
export interface ExaminedSide {
  path: string;
  checksum: string;
  content?: string | undefined;
}

/** Differences between the live files of a service and a pull. */
export interface Differences {
  serviceId: string;
  /** At the same place on both sides. */
  changed: readonly { local: ExaminedSide; remote: ExaminedSide }[];
  /** Only live, and only in the remote. */
  deleted: readonly ExaminedSide[];
  added: readonly ExaminedSide[];
  /** By path, contents last exchanged that neither side has any longer. */
  bases: ReadonlyMap<string, string>;
  /** Last exchanged, and at their places on neither side any longer. */
  gone: readonly ExaminedSide[];
  /** Places of the last exchange: no file has moved to them since. */
  former: ReadonlySet<string>;
}

export interface Examined {
  moved: MovedFile[];
  same: string[];
  files: Record<string, FileExamination>;
}

/** Results that need contents. Files without contents have none. */
export function examineContents(differences: Differences): Examined {
  const { serviceId, changed, deleted, added, bases } = differences;
  const movedByBoth = findMovedByBoth(differences);
  const isTaken = new Set<ExaminedSide>(movedByBoth.flatMap(({ from, to }) => [from, to]));
  const isFree = (side: ExaminedSide) => !isTaken.has(side);
  const renames = [
    ...movedByBoth,
    ...findRenames(deleted.filter(isFree), added.filter(isFree)).map(({ from, to }) => ({
      from,
      to,
      origin: undefined,
    })),
  ];
  const moved = renames.map(({ from, to, origin }) => ({
    from: from.path,
    to: to.path,
    ...(origin !== undefined && { origin }),
  }));
  const same: string[] = [];
  const files: Record<string, FileExamination> = {};
  for (const { local, remote } of changed) {
    const { path } = remote;
    const contents = contentsOf(local, remote);
    if (contents === undefined) continue;
    files[path] = examineBoth(path, contents, bases.get(path));
    if (isMetaFile(path) && isSameMetadata(...contents, serviceId)) same.push(path);
  }
  for (const { from, to } of renames) {
    const contents = contentsOf(from, to);
    const base = bases.get(from.path) ?? bases.get(to.path);
    if (contents !== undefined) files[to.path] = examineBoth(to.path, contents, base);
  }
  const paired = new Set<ExaminedSide>(renames.flatMap(({ from, to }) => [from, to]));
  for (const { path, content } of added.filter((file) => !paired.has(file))) {
    if (content === undefined) continue;
    files[path] = { ...countChanges('', content), ...faultOf(path, content) };
  }
  for (const file of deleted.filter((each) => !paired.has(each))) {
    if (file.content !== undefined) files[file.path] = countChanges(file.content, '');
  }
  return { moved, same, files };
}

interface MovedByBoth {
  from: ExaminedSide;
  to: ExaminedSide;
  origin: string;
}

/** Files that each side has moved to a place of its own since both had them: rename/rename of `git merge`. */
function findMovedByBoth({ deleted, added, gone, former }: Differences): MovedByBoth[] {
  if (gone.length === 0) return [];
  const isNew = ({ path }: ExaminedSide) => !former.has(path);
  const here = new Map(findRenames(gone, deleted.filter(isNew)).map(({ from, to }) => [from.path, to]));
  const there = findRenames(gone, added.filter(isNew));
  return there.flatMap(({ from: { path: origin }, to }) => {
    const from = here.get(origin);
    return from === undefined ? [] : [{ from, to, origin }];
  });
}

function contentsOf(local: ExaminedSide, remote: ExaminedSide): Contents | undefined {
  if (local.content === undefined || remote.content === undefined) return undefined;
  return [local.content, remote.content];
}
