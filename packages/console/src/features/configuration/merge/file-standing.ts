import {
  isMergeLive,
  isMergeStale,
  isOpen,
  isSettledByHand,
  mergedOf,
  type ServiceChoices,
  shownChoice,
} from '../decisions/diff-choices.ts';
import { type DiffFile, isDeleteConflict } from '../decisions/diff-file.ts';
import { choiceLabel } from '../files/labels.ts';

/** The state of a file, in a few words. */
export function fileStanding(choices: ServiceChoices, file: DiffFile): string {
  const label = choiceLabel(file.type, shownChoice(choices, file) ?? 'local');
  if (isDeleteConflict(file.conflict)) return `⚠ modify/delete: ${label}`;
  if (isMergeStale(choices, file)) return '⚠ live file changed: merge again';
  if (isMergeLive(choices, file)) return '✓ merged and live';
  if (mergedOf(choices, file) !== undefined) return '✓ merged';
  if (isOpen(choices, file)) return '⚠ to be decided';
  return label;
}

/** Whether both sides changed the same lines, and the file is neither merged nor decided. */
export function hasOpenConflict(choices: ServiceChoices, file: DiffFile): boolean {
  return file.merge === 'CONFLICT' && !isDeleteConflict(file.conflict) && !isSettledByHand(choices, file);
}
