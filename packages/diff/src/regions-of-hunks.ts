import type { Hunk } from './hunk.ts';
import type { LineRange, Region, RegionKind } from './region.ts';

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
  // Only a change that both sides made over the same lines is not a conflict. Git does the same.
  const isTwin =
    second !== undefined && more.length === 0 && first?.fromA === second.fromA && first.toA === second.toA;
  return isTwin && isSameText(region.local, region.remote) ? 'same' : 'conflict';
}

/** Without a base every difference is its own region. */
export function regionsWithoutBase(hunks: readonly Hunk[]): Region[] {
  return hunks.map((hunk) => ({
    kind: 'difference',
    base: { from: 0, to: 0 },
    local: { from: hunk.fromA, to: hunk.toA },
    remote: { from: hunk.fromB, to: hunk.toB },
  }));
}
