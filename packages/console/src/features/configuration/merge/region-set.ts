import type { LineRange } from '@atrium/diff/region';
import type { ChangeDesc, Text } from '@codemirror/state';
import { lineAtOffset, type PaneRegion } from './pane-region.ts';

/** The regions in order, and where each begins and ends in the merged text: two numbers a region. */
export interface RegionSet {
  readonly regions: readonly PaneRegion[];
  readonly positions: Int32Array;
}

/** A changed stretch of the merged text before the change, widened to whole lines. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export interface EditedSet extends RegionSet {
  /** Ids of regions that are new or have another state or length. */
  readonly touched: readonly number[];
  /** Whether more happened than moving along: a state changed, regions came or went. */
  readonly isRestructured: boolean;
}

export const fromOf = (set: RegionSet, index: number) => set.positions[index * 2] as number;
export const toOf = (set: RegionSet, index: number) => set.positions[index * 2 + 1] as number;

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
 * Follows an edit. Typing inside a region makes it 'by hand'; typing outside makes a region of its own; an
 * edit across several makes one of them.
 */
export function followEdit(
  set: RegionSet,
  changes: ChangeDesc,
  before: Text,
  after: Text,
  newId: () => number,
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
      : unite(set, first, end, from, to, before, newId());
    if (region !== old) isRestructured = true;
    regions.push(region);
    positions.push(changes.mapPos(from, -1), lineEnd(after, changes.mapPos(to, 1)));
    touched.push(region.id);
    next = Math.max(next, end);
  }
  keepUntil(set.regions.length);
  return { regions, positions: Int32Array.from(positions), touched, isRestructured };
}

function withoutPicks({ picked: _, ...region }: PaneRegion): PaneRegion {
  return region;
}

function spansOf(changes: ChangeDesc, before: Text, after: Text): Span[] {
  const spans: Span[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const startLine = before.lineAt(fromA);
    const endLine = before.lineAt(toA);
    const isWholeLines =
      startLine.from === fromA && endLine.from === toA && (fromB === toB || after.lineAt(toB).from === toB);
    const from = startLine.from;
    const to = isWholeLines ? toA : Math.min(before.length, endLine.to + 1);
    const last = spans.at(-1);
    if (last && last.to > from) spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else spans.push({ from, to });
  }, true);
  return spans;
}

function isTouched(set: RegionSet, index: number, from: number, to: number): boolean {
  const regionFrom = fromOf(set, index);
  const regionTo = toOf(set, index);
  // An empty region has no line of its own: whoever types beside it means it.
  if (regionFrom === regionTo) return from <= regionFrom && regionFrom <= to;
  if (from === to) return regionFrom <= from && from < regionTo;
  return from < regionTo && to > regionFrom;
}

/** One region out of regions `first` to `end` and the unchanged lines around and between them. */
function unite(
  set: RegionSet,
  first: number,
  end: number,
  from: number,
  to: number,
  before: Text,
  id: number,
): PaneRegion {
  const members = set.regions.slice(first, end);
  const range = (side: 'base' | 'local' | 'remote'): LineRange => ({
    from: sideLine(set, first, side, from, before),
    to: sideLine(set, end, side, to, before),
  });
  const kind = members.find((region) => region.kind !== 'hand')?.kind ?? 'hand';
  const isAnyConflict = members.some((region) => region.kind === 'conflict');
  return {
    id,
    kind: isAnyConflict ? 'conflict' : kind,
    state: 'by-hand',
    base: range('base'),
    local: range('local'),
    remote: range('remote'),
  };
}

/** The line of a side that stands beside an offset of the merged text; `index`: regions that end before it. */
function sideLine(
  set: RegionSet,
  index: number,
  side: 'base' | 'local' | 'remote',
  offset: number,
  doc: Text,
): number {
  const region = set.regions[index];
  if (region && fromOf(set, index) === offset && index < set.regions.length) return region[side].from;
  const previous = set.regions[index - 1];
  if (!previous) return lineAtOffset(doc, offset);
  const past = lineAtOffset(doc, offset) - lineAtOffset(doc, toOf(set, index - 1));
  return previous[side].to + past;
}

function lineEnd(doc: Text, offset: number): number {
  const line = doc.lineAt(offset);
  return line.from === offset ? offset : Math.min(doc.length, line.to + 1);
}
