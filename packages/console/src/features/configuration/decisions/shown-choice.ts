import { type Choice, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import { type ChosenFile, choiceOf, isOpen, type ServiceChoices } from './diff-choices.ts';

/** The choice that is marked as such; null while nothing is decided. A moved file is merged where it stays or goes. */
export function shownChoice(choices: ServiceChoices, file: ChosenFile): Choice | null {
  const choice = choiceOf(choices, file);
  if (choice === 'local' && isOpen(choices, file)) return null;
  if (file.type !== 'MOVED' || !isMergeChoice(choice)) return choice;
  return choice === 'merge-local' ? 'local' : 'remote';
}
