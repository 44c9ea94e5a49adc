import type { ChangeDesc, Text } from '@codemirror/state';
import type { PaneRegion } from './pane-region.ts';

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

/** A region whose text was edited no longer knows which lines were included. */
export function withoutPicks({ picked: _, ...region }: PaneRegion): PaneRegion {
  return region;
}

/** The edited lines before and after a change, one span for each piece of it. */
export function spansOf(changes: ChangeDesc, before: Text, after: Text): Span[] {
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

/** Whether an edit from one offset to another touches a region or is next to an empty one. */
export function isTouched(set: RegionSet, index: number, from: number, to: number): boolean {
  const regionFrom = fromOf(set, index);
  const regionTo = toOf(set, index);
  // An empty region has no line: typing next to it means it.
  if (regionFrom === regionTo) return from <= regionFrom && regionFrom <= to;
  if (from === to) return regionFrom <= from && from < regionTo;
  return from < regionTo && to > regionFrom;
}

/** Offset behind the line break of the line at an offset. */
export function lineEnd(doc: Text, offset: number): number {
  const line = doc.lineAt(offset);
  return line.from === offset ? offset : Math.min(doc.length, line.to + 1);
}
