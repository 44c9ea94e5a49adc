import type { ChangeDesc, Text } from '@codemirror/state';
import type { PaneRegion } from '../../panes/pane-region.ts';
import { lastWhere } from './last-where.ts';
import { mapOffsets } from './map-offsets.ts';
import {
  editedBy,
  fromOf,
  isTouched,
  lineEnd,
  type RegionSet,
  type Span,
  toOf,
  withoutPicks,
} from './region-spans.ts';
import { unite } from './unite-regions.ts';

export interface EditedSet extends RegionSet {
  /** Ids of regions that are new or have another state or length. */
  readonly touched: readonly number[];
  /** Whether positions changed and more: a state changed, or regions were added or removed. */
  readonly isRestructured: boolean;
}

/** Index of the first region that ends at or after an offset. */
export function indexAt(set: RegionSet, offset: number): number {
  return lastWhere(set.regions.length, (index) => toOf(set, index) < offset) + 1;
}

const isBefore = ({ from }: Span, end: number, isExclusive: boolean) =>
  from < end || (from === end && !isExclusive);

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
  const { spans, places } = editedBy(changes, before, after);
  const map = mapOffsets(changes);
  const regions: PaneRegion[] = [];
  const positions: number[] = [];
  const touched: number[] = [];
  let isRestructured = false;
  let next = 0;
  const keepUntil = (end: number) => {
    for (; next < end; next++) {
      regions.push(set.regions[next] as PaneRegion);
      const from = fromOf(set, next);
      const to = toOf(set, next);
      // Text at an empty region that is not touched was typed into the line behind it.
      positions.push(map(from, from === to ? -1 : 1), map(to, -1));
    }
  };
  for (let index = 0; index < spans.length; ) {
    let { from, to } = spans[index++] as Span;
    let first = indexAt(set, from);
    const isMet = (region: number) => isTouched(set, region, { from, to }, places);
    while (first < set.regions.length && !isMet(first) && toOf(set, first) <= from) first++;
    let end = first;
    // Whether the edit touches an empty region only at its boundary.
    const isAtEmpty = () => fromOf(set, end) === to && toOf(set, end) === to;
    for (;;) {
      if (end < set.regions.length && isMet(end)) {
        from = Math.min(from, fromOf(set, end));
        to = Math.max(to, toOf(set, end));
        end++;
      } else if (index < spans.length && isBefore(spans[index] as Span, to, isAtEmpty())) {
        // Lines that were edited one below the other are one region, but not across one that has none of them.
        to = Math.max(to, (spans[index++] as Span).to);
      } else break;
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
    const isFollowed = spans[index]?.from === to;
    positions.push(map(from, -1), lineEnd(after, map(to, isFollowed ? -1 : 1)));
    touched.push(region.id);
    next = Math.max(next, end);
  }
  keepUntil(set.regions.length);
  return { regions, positions: Int32Array.from(positions), touched, isRestructured };
}
