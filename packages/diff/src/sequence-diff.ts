import { type ChangedFlags, flagsOfHunks, type Hunk, hunksOfFlags } from './hunk.ts';
import { findSearchedPlaces } from './searched-places.ts';
import { searchChanges } from './sequence-search.ts';
import { firstGroup, moveNext, settleGroup } from './slide-group.ts';

/** Hunks between two sequences of strings (lines, tokens), each string compared as a whole. */
export function diffSequences(a: readonly string[], b: readonly string[]): Hunk[] {
  const ids = new Map<string, number>();
  return hunksBetween(intern(a, ids), intern(b, ids), ids.size);
}

/** Hunks from a base to local, and from the same base to remote: every string is looked up only once. */
export function diffFromBase(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
): { readonly local: Hunk[]; readonly remote: Hunk[] } {
  const ids = new Map<string, number>();
  const idsBase = intern(base, ids);
  const idsLocal = intern(local, ids);
  const idsRemote = intern(remote, ids);
  return {
    local: hunksBetween(idsBase, idsLocal, ids.size),
    remote: hunksBetween(idsBase, idsRemote, ids.size),
  };
}

function hunksBetween(a: Uint32Array, b: Uint32Array, distinct: number): Hunk[] {
  return slideHunks(diffIds(a, b, distinct), a, b);
}

function intern(values: readonly string[], ids: Map<string, number>): Uint32Array {
  const result = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as string;
    let id = ids.get(value);
    if (id === undefined) {
      id = ids.size;
      ids.set(value, id);
    }
    result[index] = id;
  }
  return result;
}

/** Compares lines by their numbers; `distinct` is how many numbers there are. */
function diffIds(a: Uint32Array, b: Uint32Array, distinct: number): Hunk[] {
  const ends = commonEnds(a, b);
  const inA = { from: ends.start, to: a.length - ends.end };
  const inB = { from: ends.start, to: b.length - ends.end };
  const placesA = findSearchedPlaces(a, countIds(b, distinct), inA);
  const placesB = findSearchedPlaces(b, countIds(a, distinct), inB);
  const changed = searchChanges(
    placesA.map((place) => a[place] as number),
    placesB.map((place) => b[place] as number),
  );
  // Elements outside the search have no partner.
  const flags = {
    a: new Uint8Array(a.length).fill(1, inA.from, inA.to),
    b: new Uint8Array(b.length).fill(1, inB.from, inB.to),
  };
  placesA.forEach((place, index) => {
    flags.a[place] = changed.a[index] as number;
  });
  placesB.forEach((place, index) => {
    flags.b[place] = changed.b[index] as number;
  });
  return hunksOfFlags(flags);
}

/** Length of the common prefix, and of the common suffix of the remainder. */
function commonEnds(a: Uint32Array, b: Uint32Array): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}

function countIds(ids: Uint32Array, distinct: number): Uint32Array {
  const counts = new Uint32Array(distinct);
  for (const id of ids) counts[id] = (counts[id] as number) + 1;
  return counts;
}

/**
 * A hunk that only inserts or only deletes can often be placed in several positions. Git places it where a hunk of the
 * other side can be too, else as far down as possible; the same choice here keeps our merges equal to git's.
 */
function slideHunks(hunks: readonly Hunk[], a: Uint32Array, b: Uint32Array): Hunk[] {
  if (hunks.length === 0) return [];
  const flags: ChangedFlags = flagsOfHunks(hunks, a.length, b.length);
  slideSide(a, flags.a, flags.b);
  slideSide(b, flags.b, flags.a);
  return hunksOfFlags(flags);
}

function slideSide(ids: Uint32Array, own: Uint8Array, other: Uint8Array): void {
  const group = firstGroup(own);
  const twin = firstGroup(other);
  for (;;) {
    if (group.end > group.start) settleGroup(ids, own, other, group, twin);
    if (!moveNext(own, group)) return;
    moveNext(other, twin);
  }
}
