import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { type Choices, type ChosenFile, choicesOf, isMergeHomeless } from './diff-choices.ts';
import { type ChoiceAction, reduceChoices } from './reduce-choices.ts';
import { mergedOf } from './stored-merges.ts';

/** The files whose merged content an action would clear; shown before, and offered to be undone afterwards. */
export function mergesLostBy(choices: Choices, action: ChoiceAction): ChosenFile[] {
  const files = filesChosenBy(action);
  if (files.length === 0 || !('serviceId' in action)) return [];
  const before = choicesOf(choices, action.serviceId);
  const after = choicesOf(reduceChoices(choices, action), action.serviceId);
  return files.filter(
    (file) =>
      (mergedOf(before, file) !== undefined || isMergeHomeless(before, file)) &&
      after.files[filePathOf(file)]?.merged === undefined,
  );
}

/** What takes an action back, and nothing that was decided since about the same files or others, here or in another tab. */
export function undoOf(action: ChoiceAction, before: Choices, now: Choices): ChoiceAction | undefined {
  if (!('serviceId' in action)) return undefined;
  const { serviceId } = action;
  const was = choicesOf(before, serviceId).files;
  const made = choicesOf(reduceChoices(before, action), serviceId).files;
  const is = choicesOf(now, serviceId).files;
  const paths = filesChosenBy(action)
    .map(filePathOf)
    .filter((path) => JSON.stringify(is[path]) === JSON.stringify(made[path]));
  const files = Object.fromEntries(paths.map((path) => [path, was[path] ?? null]));
  return { type: 'restoreFiles', serviceId, files };
}

function filesChosenBy(action: ChoiceAction): readonly ChosenFile[] {
  if (action.type === 'choose') return [action.file];
  if (action.type === 'chooseEach') return action.decisions.map(([file]) => file);
  return action.type === 'chooseAll' ? action.files : [];
}
