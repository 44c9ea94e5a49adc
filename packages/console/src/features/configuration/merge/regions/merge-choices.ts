import { isConflict, isOpen, type PaneRegion, type SideTexts } from '../../panes/pane-region.ts';
import type { RegionResult } from './region-choice.ts';
import { type RegionChoice, resultOfChoice } from './region-result.ts';

/** Applies a choice to the matching regions. */
export function resultsOfChoice(
  regions: readonly PaneRegion[],
  isMeant: (region: PaneRegion) => boolean,
  choice: RegionChoice,
  sides: SideTexts,
  combinationOf: (region: PaneRegion) => string | undefined,
): RegionResult[] {
  return regions.flatMap((region, index) =>
    isMeant(region) ? [resultFor(region, index, choice, sides, combinationOf(region))] : [],
  );
}

/** Applies a choice to one region. */
export function resultFor(
  region: PaneRegion,
  index: number,
  choice: RegionChoice,
  sides: SideTexts,
  combination?: string,
): RegionResult {
  const { picked: _, order: _order, ...plain } = region;
  const { text, state } = resultOfChoice(region, choice, sides, combination);
  const order = choice === 'local-remote' || choice === 'remote-local' ? { order: choice } : {};
  const isTakenBack = choice === 'undo' && region.kind === 'hand';
  return { index, text, region: isTakenBack ? null : { ...plain, state, ...order } };
}

/**
 * Applies all changes without conflict, each from the side that made it; conflicts hidden by a filter stay local. Typed
 * text stays: this fills in only the open regions.
 */
export function nonConflictingResults(
  regions: readonly PaneRegion[],
  sides: SideTexts,
  isShown: (region: PaneRegion) => boolean,
): RegionResult[] {
  return regions.flatMap((region, index): RegionResult[] => {
    if (isConflict(region) ? isShown(region) || !isOpen(region) : region.state === 'by-hand') return [];
    if (region.kind === 'hand') return [];
    const { picked: _, order: _order, ...plain } = region;
    const { text, state } = resultOfChoice(region, isConflict(region) ? 'local' : 'undo', sides);
    return [{ index, text, region: { ...plain, state } }];
  });
}
