import type { ChangeDesc, Text } from '@codemirror/state';
import type { PaneRegion } from './pane-region.ts';
import {
  fromOf,
  isTouched,
  lineEnd,
  type RegionSet,
  type Span,
  spansOf,
  toOf,
  withoutPicks,
} from './region-spans.ts';
import { unite } from './unite-regions.ts';

export interface EditedSet extends RegionSet {
  /** Ids of regions that are new or have another state or length. */
  readonly touched: readonly number[];
  /** Whether more happened than moving along: a state changed, regions came or went. */
  readonly isRestructured: boolean;
}

/** Index of the first region that ends at or after an offset. */
export function indexAt(set: RegionSet, offset: number): number {
  let low = 0;
  let high = set.regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (toOf(set, middle) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Follows an edit. Typing inside a region makes it 'by hand'; typing outside makes a new region; an edit across several
 * merges them into one.
 */
export function followEdit(
  set: RegionSet,
  changes: ChangeDesc,
  before: Text,
  after: Text,
  nextId: () => number,
): EditedSet {
  const spans = spansOf(changes, before, after);
  const regions: PaneRegion[] = [];
  const positions: number[] = [];
  const touched: number[] = [];
  let isRestructured = false;
  let next = 0;
  const keepUntil = (end: number) => {
    for (; next < end; next++) {
      regions.push(set.regions[next] as PaneRegion);
      positions.push(changes.mapPos(fromOf(set, next), 1), changes.mapPos(toOf(set, next), -1));
    }
  };
  for (let index = 0; index < spans.length; ) {
    let { from, to } = spans[index++] as Span;
    let first = indexAt(set, from);
    while (first < set.regions.length && !isTouched(set, first, from, to) && toOf(set, first) <= from)
      first++;
    let end = first;
    for (;;) {
      const grown: number = to;
      while (end < set.regions.length && isTouched(set, end, from, to)) {
        from = Math.min(from, fromOf(set, end));
        to = Math.max(to, toOf(set, end));
        end++;
      }
      while (index < spans.length && (spans[index] as Span).from < to)
        to = Math.max(to, (spans[index++] as Span).to);
      if (to === grown) break;
    }
    keepUntil(first);
    const isInside = end === first + 1 && fromOf(set, first) === from && toOf(set, first) === to;
    const old = set.regions[first] as PaneRegion;
    const region: PaneRegion = isInside
      ? old.state === 'by-hand' && !old.picked
        ? old
        : { ...withoutPicks(old), state: 'by-hand' }
      : unite(set, first, end, from, to, before, nextId());
    if (region !== old) isRestructured = true;
    regions.push(region);
    positions.push(changes.mapPos(from, -1), lineEnd(after, changes.mapPos(to, 1)));
    touched.push(region.id);
    next = Math.max(next, end);
  }
  keepUntil(set.regions.length);
  return { regions, positions: Int32Array.from(positions), touched, isRestructured };
}
