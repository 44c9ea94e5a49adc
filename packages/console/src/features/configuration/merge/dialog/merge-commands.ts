import { redo, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { isConflict, isOpen, type PaneRegion } from '../../panes/pane-region.ts';
import type { MergeController } from '../editor/merge-controller.ts';
import { countWords } from '../regions/merge-counts.ts';
import { kindWord, sideWords, stateWords } from '../regions/region-words.ts';
import type { MergeCommand } from './merge-keys.ts';

/** Whether a command moves to a region or decides about the current one. */
export const isForCurrent = (command: MergeCommand) => !['undo', 'redo', 'line', 'submit'].includes(command);

/** Executes a command; returns the text to announce. */
export function execute(controller: MergeController, command: Exclude<MergeCommand, 'submit'>): string {
  if (command.startsWith('next') || command.startsWith('previous')) return move(controller, command);
  if (controller.panes.isReadOnly) return '';
  if (command === 'undo' || command === 'redo') return stepBack(controller, command);
  if (command === 'line') return toggleLine(controller);
  const region = controller.current();
  if (!region) return '';
  controller.choose(region.id, command === 'both' ? 'local-remote' : (command as 'local' | 'remote'));
  return announceChoice(controller);
}

/** Moves to the next or previous change or conflict; returns the text to announce. */
function move(controller: MergeController, command: MergeCommand): string {
  const direction = command.startsWith('next') ? 1 : -1;
  const { panes } = controller;
  const isWaiting = (one: PaneRegion) => isConflict(one) && isOpen(one);
  // Once none is open, all of them are there to be looked over before Submit.
  const isOneWaiting = panes.set.regions.some((one) => isWaiting(one) && panes.isShown(one));
  const [isMeant, noun] = command.endsWith('change')
    ? [() => true, 'changes']
    : isOneWaiting
      ? [isWaiting, 'open conflicts']
      : [isConflict, 'conflicts'];
  const region = controller.next(direction, isMeant);
  if (!region) return `No ${direction > 0 ? 'further' : 'earlier'} ${noun}.`;
  controller.goTo(region);
  return announce(controller, region);
}

/** Undoes or redoes the last step, choices included; returns the text to announce. */
function stepBack(controller: MergeController, command: 'undo' | 'redo'): string {
  const isDone = (command === 'undo' ? undo : redo)(controller.panes.merged);
  if (!isDone) return `There is nothing to ${command}.`;
  return announceCounts(controller, command === 'undo' ? 'Undone' : 'Redone');
}

/** Announces the counts after a step on many regions: 'Undone: 2 conflicts left · 12 changes.' */
export function announceCounts(controller: MergeController, done: string): string {
  return `${done}: ${countWords(controller.snapshot().counts, controller.panes.start.hasBase)}.`;
}

/** Takes or leaves the line with the cursor in Local or Remote; the words to announce. */
function toggleLine(controller: MergeController): string {
  const side = (['local', 'remote'] as const).find((one) => controller.panes.views.get(one)?.hasFocus);
  if (!side) return 'Place the cursor on a line of Local or Remote first.';
  const { doc, selection } = (controller.panes.views.get(side) as EditorView).state;
  const region = controller.toggleLine(side, doc.lineAt(selection.main.head).number - 1);
  return region ? announceChoice(controller, region) : 'This line is not part of a change.';
}

/** 'Conflict 2 of 7, local changes 3 lines, remote deletes 1 line' */
function announce(controller: MergeController, region: PaneRegion): string {
  const { hasBase } = controller.panes.start;
  const sides = `local ${sideWords(region, 'local', hasBase)}, remote ${sideWords(region, 'remote', hasBase)}`;
  return `${nameOf(controller, region)}, ${sides}`;
}

/** After a choice, the new state is announced: 'Conflict 2 of 7, both' */
export function announceChoice(controller: MergeController, region = controller.current()): string {
  return region ? `${nameOf(controller, region)}, ${stateWords(region).text}` : '';
}

const nameOf = (controller: MergeController, region: PaneRegion) =>
  `${kindWord(region)} ${controller.panes.numberOfRegion(region.id)}`;
