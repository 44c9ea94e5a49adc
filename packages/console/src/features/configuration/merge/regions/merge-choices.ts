import { isConflict, isOpen, type PaneRegion, type SideTexts } from '../../panes/pane-region.ts';
import type { RegionResult } from './region-choice.ts';
import { type RegionChoice, resultOfChoice } from './region-result.ts';

/** What a choice makes of the regions that it is meant for. */
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

/** What a choice makes of one region. */
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
 * All changes that do not conflict, each from the side that made it; conflicts that a filter hides stay local. What was
 * typed stays: it is asked for what is still missing.
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
