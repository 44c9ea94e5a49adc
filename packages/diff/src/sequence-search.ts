import { createCutter, LEAST_COST_LIMIT, roughRoot } from './change-cutter.ts';
import type { ChangedFlags } from './hunk.ts';
import type { Box } from './search-front.ts';

/**
 * Which elements differ, by Myers' search from both ends. Beyond a cost that grows with the root of the size, it
 * continues from the best point so far, as git does: then the result is good instead of the shortest, and always comes
 * soon.
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
