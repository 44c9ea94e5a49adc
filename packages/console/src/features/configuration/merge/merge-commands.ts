import type { MergeController } from './merge-controller.ts';
import { isConflict, isOpen, type PaneRegion } from './pane-region.ts';
import { kindWord, sideWords, stateWords } from './region-words.ts';

/** The keys of the dialog; the list under '?' is built from them. */
export const mergeKeys: readonly (readonly [keys: string, does: string])[] = [
  ['Alt+↓ / Alt+↑', 'Next / previous change'],
  ['F7 / Shift+F7', 'Next / previous open conflict'],
  ['Alt+←', 'Keep Local'],
  ['Alt+→', 'Apply Remote'],
  ['Alt+B', 'Take both: local, then remote'],
  ['Ctrl+Z / Ctrl+Y', 'Undo / redo, choices included'],
  ['Ctrl+Enter', 'Submit'],
  ['Ctrl+F', 'Search'],
  ['Ctrl+M', 'Tab moves focus out of the editor'],
  ['Esc', 'Close (asks first if you have unsaved work)'],
  ['?', 'Show this list (outside the editor)'],
];

export type MergeCommand =
  | 'next-change'
  | 'previous-change'
  | 'next-conflict'
  | 'previous-conflict'
  | 'local'
  | 'remote'
  | 'both'
  | 'submit';

/** The command of a key press, whatever has the focus. */
export function commandOf(event: KeyboardEvent): MergeCommand | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (key === 'F7') return shiftKey ? 'previous-conflict' : 'next-conflict';
  if ((ctrlKey || metaKey) && key === 'Enter') return 'submit';
  if (!altKey || ctrlKey || metaKey || shiftKey) return undefined;
  if (key === 'ArrowDown') return 'next-change';
  if (key === 'ArrowUp') return 'previous-change';
  if (key === 'ArrowLeft') return 'local';
  if (key === 'ArrowRight') return 'remote';
  // With Alt some keyboards type another letter than the key's own.
  return event.code === 'KeyB' ? 'both' : undefined;
}

/** Goes to the next or previous change or open conflict; the words to announce, or that there is none. */
export function move(controller: MergeController, command: MergeCommand): string {
  const direction = command.startsWith('next') ? 1 : -1;
  const isForConflicts = command.endsWith('conflict');
  const region = controller.next(
    direction,
    isForConflicts ? (one) => isConflict(one) && isOpen(one) : () => true,
  );
  if (!region) {
    return `No ${direction > 0 ? 'further' : 'earlier'} ${isForConflicts ? 'open conflicts' : 'changes'}.`;
  }
  controller.goTo(region);
  return announce(controller, region);
}

/** 'Conflict 2 of 7, local changes 3 lines, remote deletes 1 line' */
function announce(controller: MergeController, region: PaneRegion): string {
  const { hasBase } = controller.panes.start;
  const sides = `local ${sideWords(region, 'local', hasBase)}, remote ${sideWords(region, 'remote', hasBase)}`;
  return `${nameOf(controller, region)}, ${sides}`;
}

/** After a choice, the new state is announced: 'Conflict 2 of 7, both' */
export function announceChoice(controller: MergeController, region: PaneRegion): string {
  return `${nameOf(controller, region)}, ${stateWords(region).text}`;
}

const nameOf = (controller: MergeController, region: PaneRegion) =>
  `${kindWord(region)} ${controller.panes.numberOfRegion(region.id)}`;
