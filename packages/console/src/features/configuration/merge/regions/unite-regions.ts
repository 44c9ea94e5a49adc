import type { LineRange } from '@atrium/diff/region';
import type { Text } from '@codemirror/state';
import { lineAtOffset, type PaneRegion } from '../../panes/pane-region.ts';
import { fromOf, type RegionSet, toOf } from './region-spans.ts';

/** Unites regions `first` to `end` and the unchanged lines around and between them. */
export function unite(
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
  return {
    id,
    kind: kindOf(members.map((region) => region.kind)),
    state: 'by-hand',
    base: range('base'),
    local: range('local'),
    remote: range('remote'),
  };
}

/**
 * A side's lines represent all regions only if the other side has no other changes. If both sides changed the text, a
 * decision is needed; identical changes are in both.
 */
function kindOf(kinds: readonly PaneRegion['kind'][]): PaneRegion['kind'] {
  const changed = new Set(kinds.filter((kind) => kind !== 'hand' && kind !== 'same'));
  if (changed.size > 1) return 'conflict';
  const [kind] = changed;
  return kind ?? (kinds.includes('same') ? 'same' : 'hand');
}

/** The line of a side that corresponds to an offset of the merged text; `index`: regions that end before it. */
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
