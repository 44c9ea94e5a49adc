import { initialState } from '@atrium/diff/region';
import { type PaneRegion, type PickedLine, type SideTexts, textOfRange } from '../../panes/pane-region.ts';
import { resultFor } from './merge-choices.ts';
import type { RegionResult } from './region-choice.ts';
import type { RegionChoice } from './region-result.ts';
import { choiceOf } from './region-result.ts';

type Side = PickedLine['side'];

const sidesOf: { readonly [choice in RegionChoice]?: readonly Side[] } = {
  local: ['local'],
  remote: ['remote'],
  'local-remote': ['local', 'remote'],
  'remote-local': ['remote', 'local'],
};

const replaced: { readonly [state in PaneRegion['state']]?: string } = {
  'by-hand': 'edited text',
  combined: 'combined text',
  base: 'base',
};

/** Source of the text that picking a line replaces; undefined if the region already holds picked lines. */
export const replacedByPick = ({ state, picked }: PaneRegion) => (picked ? undefined : replaced[state]);

/**
 * Picks or drops one line of a side. A region then contains the picked lines in picking order, with each side's lines
 * in their own order. With its initial lines, the region returns to the merge's result; a change without any line
 * returns to its initial state.
 */
export function resultOfPick(
  region: PaneRegion,
  index: number,
  pick: PickedLine,
  sides: SideTexts,
): RegionResult {
  const picked = toggle(picksOf(region, pick.side), pick);
  const { picked: _, ...plain } = region;
  const start: PaneRegion = { ...plain, state: region.kind === 'hand' ? 'open' : initialState(region.kind) };
  const first = picksOf(start, pick.side);
  if (picked.length === first.length && picked.every((one, at) => isSame(one, first[at] as PickedLine))) {
    return resultFor(region, index, 'undo', sides);
  }
  if (picked.length === 0) return resultFor(region, index, 'base', sides);
  const lines = picked.map(({ side, line }) => textOfRange(sides[side], { from: line, to: line + 1 }));
  // Only the last line of a file may have no end.
  const text = lines.map((line, at) => (at + 1 < lines.length && !line.endsWith('\n') ? `${line}\n` : line));
  return { index, text: text.join(''), region: { ...region, state: 'by-hand', picked } };
}

/**
 * Returns a region's lines, if they were picked one by one or as whole sides. If both sides are equal, the lines of one
 * side.
 */
function picksOf(region: PaneRegion, side: Side): readonly PickedLine[] {
  if (region.picked) return region.picked;
  const choice = choiceOf(region);
  const sides = region.state === 'same' ? [side] : ((choice && sidesOf[choice]) ?? []);
  return sides.flatMap((one) => {
    const { from, to } = region[one];
    return Array.from({ length: to - from }, (_, at) => ({ side: one, line: from + at }));
  });
}

function toggle(picked: readonly PickedLine[], pick: PickedLine): readonly PickedLine[] {
  const at = picked.findIndex((one) => isSame(one, pick));
  if (at >= 0) return picked.toSpliced(at, 1);
  const next = picked.findIndex(({ side, line }) => side === pick.side && line > pick.line);
  return picked.toSpliced(next < 0 ? picked.length : next, 0, pick);
}

const isSame = (one: PickedLine, other: PickedLine) => one.side === other.side && one.line === other.line;
