import { diffLines } from './line-diff.ts';
import { isCarriageReturnNeeded } from './line-endings.ts';
import { splitLines, textOfLines } from './lines.ts';
import {
  initialState,
  type LineRange,
  type Region,
  type RegionState,
  regionsOfHunks,
  regionsWithoutBase,
} from './region.ts';
import { diffFromBase } from './sequence-diff.ts';

export type { LineRange, Region, RegionKind, RegionState } from './region.ts';

/** The words after git's markers. */
export interface MarkerLabels {
  readonly local: string;
  readonly base: string;
  readonly remote: string;
}

export interface MergeOptions {
  readonly labels?: MarkerLabels;
}

/** A region, the lines it has in the merged text (markers included), and the state the merge left it in. */
export interface MergedRegion extends Region {
  readonly merged: LineRange;
  readonly state: RegionState;
}

/** The three sides and what was found between them, before a text is made of it. */
export interface MergeModel {
  /** False: there was no base, the regions are plain differences and nothing may be applied by itself. */
  readonly hasBase: boolean;
  readonly baseLines: readonly string[];
  readonly localLines: readonly string[];
  readonly remoteLines: readonly string[];
  readonly regions: readonly Region[];
}

export interface MergeResult {
  /** The merged text; conflicts stand in it between git's markers, with the base (`--diff3`). */
  readonly text: string;
  readonly isClean: boolean;
  readonly conflictCount: number;
  readonly regions: readonly MergedRegion[];
}

const DEFAULT_LABELS: MarkerLabels = { local: 'local', base: 'base', remote: 'remote' };

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

function pushConflict(out: string[], model: MergeModel, region: Region, labels: MarkerLabels): void {
  const newline = isCarriageReturnNeeded(model, region) ? '\r\n' : '\n';
  const textOf = (lines: readonly string[], { from, to }: LineRange) => textOfLines(lines, from, to);
  const sides = {
    base: model.hasBase ? textOf(model.baseLines, region.base) : null,
    local: textOf(model.localLines, region.local),
    remote: textOf(model.remoteLines, region.remote),
  };
  for (const line of splitLines(textOfConflict(sides, labels, newline)).lines) out.push(line);
}

/** A conflict between git's markers, without the part for the base where there is none (`null`). */
export function textOfConflict(
  sides: { base: string | null; local: string; remote: string },
  labels: MarkerLabels = DEFAULT_LABELS,
  newline = '\n',
): string {
  // A marker must start a line: a side that ends without a newline gets one, as in git.
  const section = (marker: string, text: string) =>
    `${marker}${newline}${text}${text === '' || text.endsWith('\n') ? '' : newline}`;
  const base = sides.base === null ? '' : section(`||||||| ${labels.base}`, sides.base);
  const remote = section('=======', sides.remote);
  return `${section(`<<<<<<< ${labels.local}`, sides.local)}${base}${remote}>>>>>>> ${labels.remote}${newline}`;
}
