import { DEFAULT_LABELS, type MarkerLabels, pushConflict } from './conflict-text.ts';
import { diffLines } from './line-diff.ts';
import { splitLines } from './lines.ts';
import { initialState, type LineRange, type MergeModel, type Region, type RegionState } from './region.ts';
import { regionsOfHunks, regionsWithoutBase } from './regions-of-hunks.ts';
import { diffFromBase } from './sequence-diff.ts';

export type { MergeModel, Region } from './region.ts';

export interface MergeOptions {
  readonly labels?: MarkerLabels;
}

/** A region, the lines it has in the merged text (markers included), and the state the merge left it in. */
interface MergedRegion extends Region {
  readonly merged: LineRange;
  readonly state: RegionState;
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

/** Returns the merged text, with git's markers around what conflicts. */
function renderMerge(model: MergeModel, labels: MarkerLabels): MergeResult {
  const out: string[] = [];
  const regions: MergedRegion[] = [];
  let conflictCount = 0;
  let posLocal = 0;
  for (const region of model.regions) {
    for (; posLocal < region.local.from; posLocal++) out.push(model.localLines[posLocal] as string);
    posLocal = region.local.to;
    const from = out.length;
    if (region.kind === 'conflict' || region.kind === 'difference') {
      conflictCount++;
      pushConflict(out, model, region, labels);
    } else {
      const [lines, range] =
        region.kind === 'remote' ? [model.remoteLines, region.remote] : [model.localLines, region.local];
      for (let line = range.from; line < range.to; line++) out.push(lines[line] as string);
    }
    regions.push({ ...region, merged: { from, to: out.length }, state: initialState(region.kind) });
  }
  for (; posLocal < model.localLines.length; posLocal++) out.push(model.localLines[posLocal] as string);
  return { text: out.join(''), isClean: conflictCount === 0, conflictCount, regions };
}
