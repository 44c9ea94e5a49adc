import type { Hunk } from './hunk.ts';
import type { LineRange } from './region.ts';

/** Lines shown around a change in the diff viewer and the merge dialog. */
export const CONTEXT_LINES = 10;

/** Shorter ranges are not worth a button. */
const MIN_FOLDED_LINES = 4;

/** An unchanged stretch that is hidden, at its place in both sides. */
export interface FoldedStretch {
  readonly a: LineRange;
  readonly b: LineRange;
}

/** The stretches that are further than `context` lines away from every hunk. */
export function foldUnchanged(
  hunks: readonly Hunk[],
  lengthA: number,
  context = CONTEXT_LINES,
): FoldedStretch[] {
  const folded: FoldedStretch[] = [];
  let endA = 0;
  let endB = 0;
  const addStretch = (toA: number, isFirst: boolean, isLast: boolean) => {
    const before = isFirst ? 0 : context;
    const after = isLast ? 0 : context;
    const from = endA + before;
    const to = toA - after;
    if (to - from < MIN_FOLDED_LINES) return;
    const shift = endB - endA;
    folded.push({ a: { from, to }, b: { from: from + shift, to: to + shift } });
  };
  hunks.forEach((hunk, index) => {
    addStretch(hunk.fromA, index === 0, false);
    endA = hunk.toA;
    endB = hunk.toB;
  });
  if (hunks.length > 0) addStretch(lengthA, false, true);
  return folded;
}
