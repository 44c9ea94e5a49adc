import { DEFAULT_LABELS, type MarkerLabels } from './conflict-text.ts';
import { diffLines } from './line-diff.ts';
import { splitLines } from './lines.ts';
import type { LineRange, Region, RegionState } from './region.ts';
import { regionsOfHunks, regionsWithoutBase } from './regions-of-hunks.ts';
import { renderMerge } from './render-merge.ts';
import { diffFromBase } from './sequence-diff.ts';

export type { Region } from './region.ts';

export interface MergeOptions {
  readonly labels?: MarkerLabels;
}

/** A region, the lines it has in the merged text (markers included), and the state the merge left it in. */
export interface MergedRegion extends Region {
  readonly merged: LineRange;
  readonly state: RegionState;
}

/** The three sides and their regions, before a text is built from them. */
export interface MergeModel {
  /** False: there was no base, the regions are plain differences and nothing may be applied by itself. */
  readonly hasBase: boolean;
  readonly baseLines: readonly string[];
  readonly localLines: readonly string[];
  readonly remoteLines: readonly string[];
  readonly regions: readonly Region[];
}

export interface MergeResult {
  /** The merged text; conflicts are in it between git's markers, with the base (`--diff3`). */
  readonly text: string;
  readonly isClean: boolean;
  readonly conflictCount: number;
  readonly regions: readonly MergedRegion[];
}

/** Three-way merge as git does it. Without a base (`null`) every difference counts as a conflict. */
export function merge3(
  base: string | null,
  local: string,
  remote: string,
  options: MergeOptions = {},
): MergeResult {
  return renderMerge(modelMerge(base, local, remote), options.labels ?? DEFAULT_LABELS);
}

/** Finds the regions of a three-way merge, or the differences where there is no base. */
export function modelMerge(base: string | null, local: string, remote: string): MergeModel {
  const localLines = splitLines(local).lines;
  const remoteLines = splitLines(remote).lines;
  if (base === null) {
    const regions = regionsWithoutBase(diffLines(localLines, remoteLines));
    return { hasBase: false, baseLines: [], localLines, remoteLines, regions };
  }
  const baseLines = splitLines(base).lines;
  const hunks = diffFromBase(baseLines, localLines, remoteLines);
  const regions = regionsOfHunks(hunks.local, hunks.remote, (inLocal, inRemote) =>
    isSameRange(localLines, inLocal, remoteLines, inRemote),
  );
  return { hasBase: true, baseLines, localLines, remoteLines, regions };
}

function isSameRange(a: readonly string[], inA: LineRange, b: readonly string[], inB: LineRange): boolean {
  if (inA.to - inA.from !== inB.to - inB.from) return false;
  for (let offset = 0; offset < inA.to - inA.from; offset++) {
    if (a[inA.from + offset] !== b[inB.from + offset]) return false;
  }
  return true;
}
