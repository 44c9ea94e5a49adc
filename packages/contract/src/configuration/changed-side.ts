import { filePathOf } from '../service-api/files/configuration-file.ts';
import type { BaseFiles } from './bases.ts';
import type { ComparedFile } from './compare-files.ts';

/** Side that changed a file since the base; UNKNOWN if the service has no earlier exchange. */
export type ChangedSide = 'HERE' | 'GIT' | 'BOTH' | 'UNKNOWN';

/** A file of a comparison, by the side that changed it. */
export interface SidedFile {
  readonly side: ChangedSide;
  /** Checksum of the content that both sides last had, where that is known; none where both added the file. */
  readonly base?: string | undefined;
  /** Side that moved a moved file. */
  readonly movedBy?: ChangedSide;
}

/** A service's base, prepared for looking up thousands of files. */
export interface KnownBase {
  readonly changed: ReadonlyMap<string, string>;
  readonly added: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

export function knownBase({ changed, added, kept }: BaseFiles): KnownBase {
  return { changed: new Map(Object.entries(changed)), added: new Set(added), kept: new Set(kept) };
}

/** Returns which side changed a file that differs. */
export function changedSideOf(file: ComparedFile, base: KnownBase | undefined): SidedFile {
  const { type, movedTo = file, local, remote } = file;
  if (base === undefined) {
    return { side: 'UNKNOWN', ...(type === 'MOVED' && { movedBy: 'UNKNOWN' }) };
  }
  const here = filePathOf(file);
  if (type !== 'MOVED') {
    const before = exchanged(base, here, remote?.checksum);
    const side = sideBetween(before !== local?.checksum, before !== remote?.checksum);
    return { side, base: before };
  }
  const beforeHere = exchanged(base, here, undefined);
  const beforeThere = exchanged(base, filePathOf(movedTo), remote?.checksum);
  // A side that no longer has it where both had it has moved it; both have, if both had it elsewhere or nowhere.
  const movedBy = sideBetween(beforeHere === undefined, beforeThere === undefined);
  // If both sides had a base, the remote's side has the one of its own path.
  const before = beforeThere ?? beforeHere;
  const isChanged = (checksum: string | undefined) => before !== undefined && before !== checksum;
  const side = sideBetween(
    movedBy !== 'GIT' || isChanged(local?.checksum),
    movedBy !== 'HERE' || isChanged(remote?.checksum),
  );
  return { side, movedBy, base: before };
}

/**
 * Whether similar files at two places may be one file that was moved. If, as far as is known, both or neither of the
 * places existed before, they are two files.
 */
export function isMove(base: KnownBase, from: string, to: string): boolean {
  const wasThere = !base.added.has(to);
  return base.changed.has(from) !== wasThere;
}

function sideBetween(isHere: boolean, isGit: boolean): ChangedSide {
  return isHere === isGit ? 'BOTH' : isHere ? 'HERE' : 'GIT';
}

/** Checksum of the base at a path. A file that git has not touched since still has it. */
function exchanged({ changed, added }: KnownBase, path: string, remote: string | undefined) {
  return changed.get(path) ?? (added.has(path) ? undefined : remote);
}
