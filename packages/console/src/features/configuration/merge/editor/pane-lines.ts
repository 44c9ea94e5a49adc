import type { Text } from '@codemirror/state';
import { lineAtOffset, offsetOfLine, type Pane, type PaneRegion } from '../../panes/pane-region.ts';
import { fromOf, type RegionSet, toOf } from '../regions/region-spans.ts';

/** Extent of a region in one pane, in characters. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Lines of the regions within the text of one pane. */
export interface PaneGeometry {
  readonly pane: Pane;
  readonly doc: Text;
  readonly set: RegionSet;
}

export function extentOf({ pane, doc, set }: PaneGeometry, index: number): Extent {
  if (pane === 'merged') return { from: fromOf(set, index), to: toOf(set, index) };
  const range = (set.regions[index] as PaneRegion)[pane];
  return { from: offsetOfLine(doc, range.from), to: offsetOfLine(doc, range.to) };
}

/** Index of the first region whose lines in the pane end after a line. */
export function regionAfterLine(geometry: PaneGeometry, line: number): number {
  let low = 0;
  let high = geometry.set.regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endLine(geometry, middle) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function startLine({ pane, doc, set }: PaneGeometry, index: number): number {
  return pane === 'merged'
    ? lineAtOffset(doc, fromOf(set, index))
    : (set.regions[index] as PaneRegion)[pane].from;
}

function endLine({ pane, doc, set }: PaneGeometry, index: number): number {
  return pane === 'merged'
    ? lineAtOffset(doc, toOf(set, index))
    : (set.regions[index] as PaneRegion)[pane].to;
}

/** The line of this pane that corresponds to an unchanged line of local. */
export function lineBesideLocal(geometry: PaneGeometry, localLine: number): number {
  if (geometry.pane === 'local') return localLine;
  const { regions } = geometry.set;
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle] as PaneRegion).local.to <= localLine) low = middle + 1;
    else high = middle;
  }
  const previous = low - 1;
  if (previous < 0) return localLine;
  return endLine(geometry, previous) + localLine - (regions[previous] as PaneRegion).local.to;
}

/** The line of `target` for a line of `source`, region by region; inside one, at the same share of its length. */
export function lineBeside(source: PaneGeometry, line: number, target: PaneGeometry): number {
  const index = regionAfterLine(source, Math.floor(line));
  const hasRegion = index < source.set.regions.length;
  if (hasRegion && startLine(source, index) <= line) {
    const from = startLine(source, index);
    const length = endLine(source, index) - from;
    const start = startLine(target, index);
    const targetLength = endLine(target, index) - start;
    return start + (length === 0 ? 0 : ((line - from) / length) * targetLength);
  }
  if (index === 0) return line;
  return endLine(target, index - 1) + line - endLine(source, index - 1);
}
