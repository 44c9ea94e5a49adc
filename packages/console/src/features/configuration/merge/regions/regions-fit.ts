import type { Text } from '@codemirror/state';
import { lineAtOffset, type PaneRegion } from '../../panes/pane-region.ts';
import { fromOf, type RegionSet, toOf } from './region-spans.ts';

/**
 * Whether regions are what a merged text can have: whole lines in order, between them as many lines as local has there.
 * Others cannot be drawn, and a choice for one of them would take lines of another.
 */
export function doRegionsFit(set: RegionSet, merged: Text, local: Text): boolean {
  const { length } = merged;
  let end = 0;
  let past = 0;
  const isFitting = ({ local: side }: PaneRegion, index: number) => {
    const from = fromOf(set, index);
    const to = toOf(set, index);
    if (!(end <= from && from <= to && to <= length)) return false;
    if (![from, to].every((offset) => offset === length || merged.lineAt(offset).from === offset))
      return false;
    if (linesOf(merged, end, from) !== side.from - past) return false;
    end = to;
    past = side.to;
    return true;
  };
  const all = set.regions.every(isFitting);
  return all && linesOf(merged, end, length) === lineAtOffset(local, local.length) - past;
}

const linesOf = (doc: Text, from: number, to: number) => lineAtOffset(doc, to) - lineAtOffset(doc, from);
