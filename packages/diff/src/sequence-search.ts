import type { ChangedFlags } from './hunk.ts';
import { type Box, type Point, SearchFront } from './search-front.ts';

/** So far every search is exact. */
const LEAST_COST_LIMIT = 256;

/** Where a box is cut, and whether a cheap way through each half is known, so that it may be searched exactly. */
interface Cut {
  readonly at: Point;
  readonly isFirstKnown: boolean;
  readonly isSecondKnown: boolean;
}

/**
 * Which elements differ, by Myers' search from both ends. Beyond a cost that grows with the root of the size, it goes on
 * from the best point so far, as git does: then the answer is good instead of the shortest, and always comes soon.
 */
export function searchChanges(a: Uint32Array, b: Uint32Array): ChangedFlags {
  const changed = { a: new Uint8Array(a.length), b: new Uint8Array(b.length) };
  const costLimit = Math.max(LEAST_COST_LIMIT, roughRoot(a.length + b.length + 3));
  const cut = createCutter(a, b, costLimit);
  const boxes: { box: Box; isExact: boolean }[] = [
    { box: { fromA: 0, toA: a.length, fromB: 0, toB: b.length }, isExact: false },
  ];
  for (let next = boxes.pop(); next; next = boxes.pop()) {
    const box = shrink(next.box, a, b);
    const { fromA, toA, fromB, toB } = box;
    if (fromA === toA || fromB === toB) {
      changed.a.fill(1, fromA, toA);
      changed.b.fill(1, fromB, toB);
      continue;
    }
    const { at, isFirstKnown, isSecondKnown } = cut(box, next.isExact);
    boxes.push({ box: { fromA, toA: at.a, fromB, toB: at.b }, isExact: isFirstKnown });
    boxes.push({ box: { fromA: at.a, toA, fromB: at.b, toB }, isExact: isSecondKnown });
  }
  return changed;
}

/** Without what both sides begin and end with. */
function shrink(box: Box, a: Uint32Array, b: Uint32Array): Box {
  let { fromA, toA, fromB, toB } = box;
  for (; fromA < toA && fromB < toB && a[fromA] === b[fromB]; fromA++) fromB++;
  for (; fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]; toA--) toB--;
  return { fromA, toA, fromB, toB };
}

function createCutter(
  a: Uint32Array,
  b: Uint32Array,
  costLimit: number,
): (box: Box, isExact: boolean) => Cut {
  const fromStart = new SearchFront(a, b, false);
  const fromEnd = new SearchFront(a, b, true);

  return (box, isExact) => {
    fromStart.enter(box);
    fromEnd.enter(box);
    // The fronts can only meet at an odd cost after a step of the first, at an even one after a step of the second.
    const isOdd = (box.toA - box.fromA + box.toB - box.fromB) % 2 === 1;
    for (let cost = 1; ; cost++) {
      const met =
        fromStart.advance(isOdd ? fromEnd : undefined) ?? fromEnd.advance(isOdd ? undefined : fromStart);
      if (met) return { at: met, isFirstKnown: true, isSecondKnown: true };
      if (isExact) continue;
      if (cost > LEAST_COST_LIMIT && (fromStart.hasLongMatch || fromEnd.hasLongMatch)) {
        const good = fromStart.findGoodPoint(cost);
        if (good) return { at: good, isFirstKnown: true, isSecondKnown: false };
        const goodBack = fromEnd.findGoodPoint(cost);
        if (goodBack) return { at: goodBack, isFirstKnown: false, isSecondKnown: true };
      }
      if (cost < costLimit) continue;
      const [ahead, back] = [fromStart.findFurthest(), fromEnd.findFurthest()];
      return back.distance < ahead.distance
        ? { at: ahead.point, isFirstKnown: true, isSecondKnown: false }
        : { at: back.point, isFirstKnown: false, isSecondKnown: true };
    }
  };
}

/** A power of two above the square root, which git takes for it. */
export function roughRoot(value: number): number {
  let power = 1;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 4)) power *= 2;
  return power;
}
