import type { Hunk } from './hunk.ts';

/** Lines of one side, half open, counted from 0. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Who changed a region. `local`, `remote`: one side only. `same`: both, in the same way. `conflict`: both,
 * differently. `difference`: there is no base, so nobody can say who changed it.
 */
export type RegionKind = 'local' | 'remote' | 'same' | 'conflict' | 'difference';

/** How a region stands: `open` waits for a person, `automatic` was applied by the merge and can be revoked. */
export type RegionState =
  | 'open'
  | 'local'
  | 'remote'
  | 'both'
  | 'combined'
  | 'base'
  | 'by-hand'
  | 'automatic'
  | 'same';

/** A place where at least one side differs from the base (without a base: where the sides differ). */
export interface Region {
  readonly kind: RegionKind;
  readonly base: LineRange;
  readonly local: LineRange;
  readonly remote: LineRange;
}

/** The state in which the merge leaves a region. */
export function initialState(kind: RegionKind): RegionState {
  if (kind === 'same') return 'same';
  return kind === 'conflict' || kind === 'difference' ? 'open' : 'automatic';
}

type SidedHunk = Hunk & { readonly side: 'local' | 'remote' };

/**
 * Hunks of both sides that overlap or touch in the base are one region, as in git. The hunks' A is the base,
 * their B the side; `isSameText` compares lines of local with lines of remote.
 */
export function regionsOfHunks(
  localHunks: readonly Hunk[],
  remoteHunks: readonly Hunk[],
  isSameText: (local: LineRange, remote: LineRange) => boolean,
): Region[] {
  const hunks: SidedHunk[] = [
    ...localHunks.map((hunk) => ({ ...hunk, side: 'local' as const })),
    ...remoteHunks.map((hunk) => ({ ...hunk, side: 'remote' as const })),
  ].toSorted((left, right) => left.fromA - right.fromA || left.toA - right.toA);
  const regions: Region[] = [];
  let shiftLocal = 0;
  let shiftRemote = 0;
  for (let index = 0; index < hunks.length; ) {
    const first = hunks[index] as SidedHunk;
    const group: SidedHunk[] = [first];
    let to = first.toA;
    while (++index < hunks.length && (hunks[index] as SidedHunk).fromA <= to) {
      const hunk = hunks[index] as SidedHunk;
      group.push(hunk);
      to = Math.max(to, hunk.toA);
    }
    const from = first.fromA;
    const growthLocal = growth(group, 'local');
    const growthRemote = growth(group, 'remote');
    const region = {
      base: { from, to },
      local: { from: from + shiftLocal, to: to + shiftLocal + growthLocal },
      remote: { from: from + shiftRemote, to: to + shiftRemote + growthRemote },
    };
    regions.push({ ...region, kind: kindOf(group, region, isSameText) });
    shiftLocal += growthLocal;
    shiftRemote += growthRemote;
  }
  return regions;
}

function growth(group: readonly SidedHunk[], side: SidedHunk['side']): number {
  let lines = 0;
  for (const hunk of group) {
    if (hunk.side === side) lines += hunk.toB - hunk.fromB - (hunk.toA - hunk.fromA);
  }
  return lines;
}

function kindOf(
  group: readonly SidedHunk[],
  region: Omit<Region, 'kind'>,
  isSameText: (local: LineRange, remote: LineRange) => boolean,
): RegionKind {
  const [first, second, ...more] = group;
  if (group.every((hunk) => hunk.side === first?.side)) return first?.side ?? 'conflict';
  // Only a change that both sides made over the very same lines is no conflict: git judges so too.
  const isTwin =
    second !== undefined && more.length === 0 && first?.fromA === second.fromA && first.toA === second.toA;
  return isTwin && isSameText(region.local, region.remote) ? 'same' : 'conflict';
}

/** Without a base every difference is a region of its own. */
export function regionsWithoutBase(hunks: readonly Hunk[]): Region[] {
  return hunks.map((hunk) => ({
    kind: 'difference',
    base: { from: 0, to: 0 },
    local: { from: hunk.fromA, to: hunk.toA },
    remote: { from: hunk.fromB, to: hunk.toB },
  }));
}
