import { joinSides } from '@atrium/diff/compose';
import { initialState, type RegionState } from '@atrium/diff/region';
import { type PaneRegion, type SideTexts, textOfRange } from '../../panes/pane-region.ts';

/** Choices for a whole region. */
export type RegionChoice =
  | 'local'
  | 'remote'
  | 'local-remote'
  | 'remote-local'
  | 'base'
  | 'combined'
  | 'undo';

/** Text and state that a choice gives a region; `combined` is passed in, because it is only a suggestion. */
export function resultOfChoice(
  region: PaneRegion,
  choice: RegionChoice,
  sides: SideTexts,
  combined?: string,
): { text: string; state: RegionState } {
  const local = textOfRange(sides.local, region.local);
  const remote = textOfRange(sides.remote, region.remote);
  switch (choice) {
    case 'local':
      return { text: local, state: 'local' };
    case 'remote':
      return { text: remote, state: 'remote' };
    case 'local-remote':
      return { text: joinSides(local, remote), state: 'both' };
    case 'remote-local':
      return { text: joinSides(remote, local), state: 'both' };
    case 'base':
      return { text: textOfRange(sides.base, region.base), state: 'base' };
    case 'combined':
      return { text: combined ?? local, state: 'combined' };
    case 'undo':
      return startOf(region, sides);
  }
}

/** Initial text of a region: for a conflict, the base, or local without a base. */
function startOf(region: PaneRegion, sides: SideTexts): { text: string; state: RegionState } {
  if (region.kind === 'hand') return { text: textOfRange(sides.local, region.local), state: 'local' };
  const state = initialState(region.kind);
  if (region.kind === 'conflict') return { text: textOfRange(sides.base, region.base), state };
  if (region.kind === 'remote') return { text: textOfRange(sides.remote, region.remote), state };
  return { text: textOfRange(sides.local, region.local), state };
}

/** Returns the choice that matches a region's state; null if edited by hand or open. */
export function choiceOf(region: PaneRegion): RegionChoice | null {
  switch (region.state) {
    case 'local':
    case 'remote':
    case 'base':
    case 'combined':
      return region.state;
    case 'automatic':
      return region.kind === 'remote' ? 'remote' : 'local';
    case 'same':
      return 'local';
    case 'both':
      return region.order ?? 'local-remote';
    default:
      return null;
  }
}
