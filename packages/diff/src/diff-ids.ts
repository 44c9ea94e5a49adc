import { type Hunk, hunksOfFlags } from './hunk.ts';
import { findSearchedPlaces } from './searched-places.ts';
import { searchChanges } from './sequence-search.ts';

/** Compares lines by their numbers; `distinct` is how many numbers there are. */
export function diffIds(a: Uint32Array, b: Uint32Array, distinct: number): Hunk[] {
  const ends = commonEnds(a, b);
  const inA = { from: ends.start, to: a.length - ends.end };
  const inB = { from: ends.start, to: b.length - ends.end };
  const placesA = findSearchedPlaces(a, countIds(b, distinct), inA);
  const placesB = findSearchedPlaces(b, countIds(a, distinct), inB);
  const changed = searchChanges(
    placesA.map((place) => a[place] as number),
    placesB.map((place) => b[place] as number),
  );
  // What was not searched for has no partner.
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

/** How many elements both begin with, and how many of the others they end with. */
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
