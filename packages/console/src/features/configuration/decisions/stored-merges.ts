import { isMergeChoice } from '@atrium/contract/configuration/diff-file';
import { type ChosenFile, type Decision, decisionOf, isOpen, type ServiceChoices } from './diff-choices.ts';
import { canMerge } from './marked-file.ts';

/** The merged content of a file, if its choice is to merge, someone did, and local is still what it was then. */
export function mergedOf(choices: ServiceChoices, file: ChosenFile): string | undefined {
  return isMergeStale(choices, file) ? undefined : storedMergeOf(choices, file)?.merged;
}

/** Where that content cannot be parsed. */
export const mergeFaultOf = (choices: ServiceChoices, file: ChosenFile) =>
  storedMergeOf(choices, file)?.mergeFault;

/** Whether local changed after the file was merged by hand: the result has to be merged again. */
export function isMergeStale(choices: ServiceChoices, file: ChosenFile): boolean {
  const stored = storedMergeOf(choices, file);
  return stored?.merged !== undefined && stored.mergedOn !== file.local?.checksum;
}

/** Whether someone has settled what conflicts in a file: merged it by hand, or taken one side. */
export function isSettledByHand(choices: ServiceChoices, file: ChosenFile): boolean {
  const decision = decisionOf(choices, file);
  if (decision === undefined || isOpen(choices, file)) return false;
  return !isMergeChoice(decision.choice) || mergedOf(choices, file) !== undefined;
}

function storedMergeOf(choices: ServiceChoices, file: ChosenFile): Decision | undefined {
  const decision = decisionOf(choices, file);
  return decision && canMerge(file) && isMergeChoice(decision.choice) ? decision : undefined;
}
