import type { MouseEvent } from 'react';
import { keepFocus } from '../../panes/fold-focus.ts';
import type { RegionChoice } from '../regions/region-result.ts';
import type { MergeController } from './merge-controller.ts';

/** Executes a button in the text of a pane: a region's choice, a fold's lines, one line of a side. */
export function paneClicks(
  controller: MergeController,
  onMore: (regionId: number, at: DOMRect) => void,
  onChosen: () => void,
) {
  return (event: MouseEvent) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('button');
    if (!button) return;
    const { choice, unfold, line, side } = button.dataset;
    const region = button.closest<HTMLElement>('[data-region]')?.dataset.region;
    const fold = button.closest<HTMLElement>('[data-fold]')?.dataset.fold;
    if (choice === 'more') onMore(Number(region), button.getBoundingClientRect());
    else if (choice) {
      keepHeadFocus(button, region, () => controller.choose(Number(region), choice as RegionChoice));
      onChosen();
    } else if (unfold) {
      keepFocus(button, () => controller.panes.unfold(Number(fold), unfold as 'up' | 'down' | 'all'));
    } else if (line && side) controller.toggleLine(side as 'local' | 'remote', Number(line));
    else return;
    event.preventDefault();
  };
}

/** Keeps the focus, and with it the caret, where it was when a button in the text is pressed. */
export function keepCaret(event: MouseEvent): void {
  if ((event.target as HTMLElement).closest('.cm-region-head, .cm-fold-row, .cm-take-line')) {
    event.preventDefault();
  }
}

/** A choice draws the heads of its region anew: by keyboard the focus moves to the same button of the new one. */
function keepHeadFocus(button: HTMLElement, region: string | undefined, choose: () => void): void {
  const isFocused = document.activeElement === button;
  const text = button.closest<HTMLElement>('.cm-content');
  choose();
  if (!isFocused) return;
  const successor = text?.querySelector<HTMLElement>(
    `[data-region="${region}"] button[data-choice="${button.dataset.choice}"]`,
  );
  (successor ?? text)?.focus();
}
