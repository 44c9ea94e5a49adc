import type { ChangeDesc, Text } from '@codemirror/state';
import type { PaneRegion } from '../../panes/pane-region.ts';
import { lastWhere } from './last-where.ts';

/** The regions in order, and where each begins and ends in the merged text: two numbers a region. */
export interface RegionSet {
  readonly regions: readonly PaneRegion[];
  readonly positions: Int32Array;
}

export const fromOf = (set: RegionSet, index: number) => set.positions[index * 2] as number;

export const toOf = (set: RegionSet, index: number) => set.positions[index * 2 + 1] as number;

/** A changed stretch of the merged text before the change, widened to whole lines. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Editing a region's text drops the record of its picked lines. */
export function withoutPicks({ picked: _, ...region }: PaneRegion): PaneRegion {
  return region;
}

/** An edit, as stretches of the text before it. */
export interface Edited {
  /** The edited lines, one span for each piece of the edit. */
  readonly spans: readonly Span[];
  /** Spans that edit an empty region: lines inserted beside it, or a line break deleted before it. In order. */
  readonly places: readonly Span[];
}

/** Returns the spans that a change edits, as offsets in the text before it. */
export function editedBy(changes: ChangeDesc, before: Text, after: Text): Edited {
  const spans: Span[] = [];
  const places: Span[] = [];
  let isAtEnd = false;
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
    const added = after.lineAt(toB).number - after.lineAt(fromB).number;
    if (added > endLine.number - startLine.number) places.push({ from: fromA, to: toA + 1 });
    else if (!isWholeLines && fromA < toA) places.push({ from: fromA + 1, to: toA });
    isAtEnd ||= endLine.to === before.length && endLine.length > 0;
  }, true);
  // Behind a last line without an end there is no line of its own: it is that line's.
  if (isAtEnd) places.push({ from: before.length, to: before.length });
  return { spans, places };
}

/**
 * Whether an edit of a range of lines touches a region. An empty region has no lines: only text typed at its offset
 * touches it; an edit of the surrounding lines doesn't decide it.
 */
export function isTouched(
  set: RegionSet,
  index: number,
  { from, to }: Span,
  places: readonly Span[],
): boolean {
  const regionFrom = fromOf(set, index);
  const regionTo = toOf(set, index);
  if (regionFrom === regionTo) {
    if (regionFrom < from || to < regionFrom) return false;
    if (from === to || (from < regionFrom && regionFrom < to)) return true;
    const last = places[lastWhere(places.length, (place) => (places[place] as Span).from <= regionFrom)];
    return last !== undefined && regionFrom <= last.to;
  }
  if (from === to) return regionFrom <= from && from < regionTo;
  return from < regionTo && to > regionFrom;
}

/** Offset behind the line break of the line at an offset. */
export function lineEnd(doc: Text, offset: number): number {
  const line = doc.lineAt(offset);
  return line.from === offset ? offset : Math.min(doc.length, line.to + 1);
}
