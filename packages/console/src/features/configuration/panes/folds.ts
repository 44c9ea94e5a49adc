import { CONTEXT_LINES } from '@atrium/diff/context';
import type { PaneRegion } from './pane-region.ts';

/** Shorter ranges are not worth a button. */
const MIN_FOLDED_LINES = 4;
/** Number of lines shown per click on 'more'. */
const FOLD_STEP_LINES = 20;

/**
 * A hidden stretch of unchanged lines, in lines of local; the other panes follow from `after`, the index of
 * the region before it (-1 at the top), because between regions all panes hold the same lines.
 */
export interface Fold {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

let lastId = 0;

/** The remainder of a fold gets a new id, so ids are never reused. */
export const nextFoldId = () => ++lastId;

/** Hides all that is further than 10 lines away from every region. */
export function foldAround(regions: readonly PaneRegion[], localLines: number): Fold[] {
  if (regions.length === 0) return [];
  const folds: Fold[] = [];
  const add = (from: number, to: number) => {
    if (to - from >= MIN_FOLDED_LINES) folds.push({ id: nextFoldId(), from, to });
  };
  let end = 0;
  regions.forEach((region, index) => {
    add(index === 0 ? 0 : end + CONTEXT_LINES, region.local.from - CONTEXT_LINES);
    end = region.local.to;
  });
  add(end + CONTEXT_LINES, localLines);
  return folds;
}

/** Returns the remainder of a fold after showing lines at its upper end, its lower end, or all of them. */
export function unfold(fold: Fold, what: 'up' | 'down' | 'all'): Fold[] {
  if (what === 'all' || fold.to - fold.from <= FOLD_STEP_LINES + MIN_FOLDED_LINES) return [];
  // 'up' shows the lines above the visible ones below the fold, so the fold's lower end moves up.
  return what === 'up'
    ? [{ id: nextFoldId(), from: fold.from, to: fold.to - FOLD_STEP_LINES }]
    : [{ id: nextFoldId(), from: fold.from + FOLD_STEP_LINES, to: fold.to }];
}

/** Removes the folds that hide any of the given local lines. */
export function revealLines(folds: readonly Fold[], from: number, to: number): Fold[] {
  return folds.filter((fold) => fold.to <= from || fold.from > to);
}
