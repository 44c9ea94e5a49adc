import { type Box, type Point, SearchFront } from './search-front.ts';

/** So far every search is exact. */
export const LEAST_COST_LIMIT = 256;

/**
 * Position where a box is cut, and whether a cheap path through each half is known, so that it may be searched
 * exactly.
 */
interface Cut {
  readonly at: Point;
  readonly isFirstKnown: boolean;
  readonly isSecondKnown: boolean;
}

/** Returns a function that finds where to cut a box in two; beyond the cost limit it settles for a good place. */
export function createCutter(
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
