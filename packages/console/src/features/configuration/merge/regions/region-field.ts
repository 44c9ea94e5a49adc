import { invertedEffects } from '@codemirror/commands';
import { type ChangeDesc, type Extension, StateEffect, StateField } from '@codemirror/state';
import type { PaneRegion } from '../../panes/pane-region.ts';
import { followEdit, indexAt } from './region-set.ts';
import { fromOf, type RegionSet, toOf } from './region-spans.ts';

/** Regions of the merged pane. */
export interface RegionsValue extends RegionSet {
  /** Ids of the regions that the last transaction changed; `all` after a new start. */
  readonly touched: readonly number[] | 'all';
}

/** Sets regions as given, from a choice or its undo. */
export const setRegions = StateEffect.define<RegionSet>({
  map: (set, changes) => ({
    regions: set.regions,
    positions: set.positions.map((position, index) => changes.mapPos(position, index % 2 === 0 ? -1 : 1)),
  }),
});

/** First id of regions made by typing, above all ids of the merge. */
const FIRST_HAND_ID = 1_000_000;

let lastHandId = FIRST_HAND_ID;

const nothing: readonly number[] = [];

export const regionField = StateField.define<RegionsValue>({
  create: () => ({ regions: [], positions: new Int32Array(), touched: 'all' }),
  update(value, transaction) {
    // Undoing grouped edits restores the regions before each edit; the earliest is the last effect.
    const given = transaction.effects.findLast((effect) => effect.is(setRegions));
    if (given) return { ...given.value, touched: differing(value, given.value, transaction.changes) };
    if (!transaction.docChanged) return value.touched.length === 0 ? value : { ...value, touched: nothing };
    const { changes, startState, newDoc } = transaction;
    return followEdit(value, changes, startState.doc, newDoc, () => ++lastHandId);
  },
});

/** Regions that are new, or whose state, extent or text is another one. */
function differing(before: RegionSet, after: RegionSet, changes: ChangeDesc): number[] {
  const known = new Map(before.regions.map((region, index) => [region.id, index]));
  const ids = new Set<number>();
  after.regions.forEach((region, index) => {
    const old = known.get(region.id);
    const isSame =
      old !== undefined &&
      before.regions[old] === region &&
      toOf(before, old) - fromOf(before, old) === toOf(after, index) - fromOf(after, index);
    if (!isSame) ids.add(region.id);
  });
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    for (let at = indexAt(after, from); at < after.regions.length && fromOf(after, at) <= to; at++) {
      ids.add((after.regions[at] as PaneRegion).id);
    }
  });
  return [...ids];
}

/**
 * Undo and redo restore the regions with the text. Recorded for every edit, not only structural ones: mapping an edit
 * backward doesn't always restore the previous regions.
 */
const regionHistory = invertedEffects.of((transaction) => {
  const before = transaction.startState.field(regionField);
  const after = transaction.state.field(regionField);
  const isSame = before.regions === after.regions && before.positions === after.positions;
  return isSame ? [] : [setRegions.of(before)];
});

export function regionsExtension(start: RegionSet): Extension {
  // A draft brings ids of another page, which counted by itself.
  for (const { id } of start.regions) lastHandId = Math.max(lastHandId, id);
  return [regionField.init(() => ({ ...start, touched: 'all' })), regionHistory];
}
