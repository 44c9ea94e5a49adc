import { roughRoot } from './change-cutter.ts';

/** However long the sequences are, this often is frequent. */
const FREQUENT_AT_MOST = 1024;
/** So far before and behind a frequent element is looked. */
const WINDOW = 100;
/** If more than so many times as many elements have no partner, the frequent ones are dropped too. */
const LOST = 3;

const UNMATCHED = 0;
const MATCHED = 1;
const FREQUENT = 2;

/**
 * The places of a part that are worth a search. Elements that the other sequence does not have cannot match; frequent
 * ones (a brace, an empty line) among them would match only by accident. Git leaves out the same.
 */
export function findSearchedPlaces(
  ids: Uint32Array,
  countsInOther: Uint32Array,
  { from, to }: { readonly from: number; readonly to: number },
): Uint32Array {
  const frequent = Math.min(roughRoot(ids.length), FREQUENT_AT_MOST);
  const kinds = Uint8Array.from(ids.subarray(from, to), (id) => {
    const count = countsInOther[id] as number;
    return count === 0 ? UNMATCHED : count < frequent ? MATCHED : FREQUENT;
  });
  const places = new Uint32Array(kinds.length);
  let found = 0;
  kinds.forEach((kind, index) => {
    if (kind === MATCHED || (kind === FREQUENT && !isLost(kinds, index))) places[found++] = from + index;
  });
  return places.subarray(0, found);
}

/** Whether a frequent element is in the middle of elements without a partner. */
function isLost(kinds: Uint8Array, index: number): boolean {
  const before = countAround(kinds, index, -1);
  const behind = countAround(kinds, index, 1);
  if (before.unmatched === 0 || behind.unmatched === 0) return false;
  // Counted once for each direction, as git does.
  const frequent = before.frequent + behind.frequent + 2;
  return before.unmatched + behind.unmatched > LOST * frequent;
}

/** The elements next to one, up to the first that has a partner. */
function countAround(
  kinds: Uint8Array,
  index: number,
  step: 1 | -1,
): { unmatched: number; frequent: number } {
  const counts = { unmatched: 0, frequent: 0 };
  for (let away = 1; away <= WINDOW; away++) {
    const kind = kinds[index + step * away];
    if (kind === UNMATCHED) counts.unmatched++;
    else if (kind === FREQUENT) counts.frequent++;
    else break;
  }
  return counts;
}
