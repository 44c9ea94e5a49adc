import { type Pane, type PaneRegion, type SideTexts, textOfRange } from './pane-region.ts';
import { toneOf } from './region-words.ts';

/** A side that did not change a region shows it without a colour of its own. */
export function toneInPane(pane: Pane, region: PaneRegion): string {
  if (pane === 'merged') return toneOf(region);
  const isOfOtherSide =
    (pane === 'local' && region.kind === 'remote') || (pane === 'remote' && region.kind === 'local');
  return isOfOtherSide || region.kind === 'hand' ? 'base' : pane;
}

/** Each side is compared with the base; without one, with the other side. */
export function comparedText(pane: Pane, region: PaneRegion, sides: SideTexts, hasBase: boolean): string {
  if (!hasBase)
    return textOfRange(
      pane === 'local' ? sides.remote : sides.local,
      region[pane === 'local' ? 'remote' : 'local'],
    );
  return pane === 'base' ? '' : textOfRange(sides.base, region.base);
}
