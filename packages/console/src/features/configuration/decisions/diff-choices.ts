import {
  BulkAction,
  type Choice,
  defaultChoice,
  isMergeChoice,
} from '@atrium/contract/configuration/diff-file';
import type { SyntaxFault } from '@atrium/contract/configuration/examine-files';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { bulkActionLabels } from '../files/labels.ts';
import { canMerge, choicesFor, isMovedAndEdited, type MarkedFile } from './diff-file.ts';

/** Fields of a file that choosing depends on. */
export interface ChosenFile extends MarkedFile, FilePlace {
  readonly movedTo?: FilePlace;
}

/** Bulk choices: the specification's four, and `BY_SIDE`, which picks the side that changed the file. */
export type BulkChoice = BulkAction | 'BY_SIDE';

/** A decision that differs from the default. */
export interface Decision {
  readonly choice: Choice;
  /** Result of the merge dialog; the server merges by itself where there is none. */
  readonly merged?: string;
  /** Local content that `merged` is based on. If local changed since, merge again; never overwrite local. */
  readonly mergedOn?: string;
  /** Position of the syntax error in `merged`. */
  readonly mergeFault?: SyntaxFault;
  /** A conflict that waits for a decision; `choice` loses nothing until then. */
  readonly isOpen?: true;
}

/** By service, then by file path. */
export interface Choices {
  readonly services: { readonly [serviceId: string]: ServiceChoices };
}

export interface ServiceChoices {
  readonly isIgnored: boolean;
  readonly files: { readonly [filePath: string]: Decision };
}

export const noChoices: Choices = { services: {} };

const noServiceChoices: ServiceChoices = { isIgnored: false, files: {} };

export function choicesOf(choices: Choices, serviceId: string): ServiceChoices {
  return choices.services[serviceId] ?? noServiceChoices;
}

/** The choice in force for a file. One that its type no longer allows (the file changed since) does not count. */
export function choiceOf(choices: ServiceChoices, file: ChosenFile): Choice {
  return decisionOf(choices, file)?.choice ?? presetOf(file) ?? 'local';
}

/** Whether a conflict waits for a decision: nothing is submitted before it is made. */
export function isOpen(choices: ServiceChoices, file: ChosenFile): boolean {
  const decision = decisionOf(choices, file);
  if (decision ? decision.isOpen : presetOf(file) === null) return true;
  // Applying a moved file applies the changes of both sides.
  return isMovedAndEdited(file) && file.merge !== 'CLEAN' && choiceOf(choices, file) === 'remote';
}

export function presetOf(file: ChosenFile): Choice | null {
  if (file.preset !== undefined) return file.preset;
  const usual = defaultChoice(file.type, file.folderPath);
  return choicesFor(file).includes(usual) ? usual : 'local';
}

export function decisionOf(choices: ServiceChoices, file: ChosenFile): Decision | undefined {
  const decision = choices.files[filePathOf(file)];
  if (isMergeLive(choices, file)) return keptLocal;
  if (isMergeHomeless(choices, file) && file.type !== 'NO_CHANGE') return toBeDecided;
  return decision && canHold(file, decision.choice) ? decision : undefined;
}

const toBeDecided: Decision = { choice: 'local', isOpen: true };

/**
 * Whether a manual merge can no longer be submitted because the live file equals git's or was deleted. The merge is
 * kept, and no preset replaces it without a confirmation.
 */
export function isMergeHomeless(choices: ServiceChoices, file: ChosenFile): boolean {
  const decision = choices.files[filePathOf(file)];
  if (decision?.merged === undefined || file.unreadable !== undefined) return false;
  return !canHold(file, decision.choice) && !isMergeLive(choices, file);
}

const keptLocal: Decision = { choice: 'local' };

/** Whether the manually merged content is the live file: the response to its submit may be lost. */
export function isMergeLive({ files }: ServiceChoices, file: ChosenFile): boolean {
  const decision = files[filePathOf(file)];
  return (
    decision?.merged !== undefined && file.local?.checksum !== decision.mergedOn && isMergeOf(decision, file)
  );
}

/** Whether the live file is the merged text of a decision. */
export const isMergeOf = (decision: Decision, { local }: ChosenFile) =>
  local !== undefined && local.checksum === idOfMerged(decision);

const mergedIds = new WeakMap<Decision, string>();

/** Hashed once, not on every render. */
function idOfMerged(decision: Decision): string {
  const id = mergedIds.get(decision) ?? blobId(decision.merged ?? '');
  mergedIds.set(decision, id);
  return id;
}

/** A moved file can also be merged into one place or the other. */
export const canHold = (file: ChosenFile, choice: Choice) =>
  choicesFor(file).includes(choice) || (isMergeChoice(choice) && canMerge(file));

/** Merged content of a file, if the choice is a manual merge and local hasn't changed since. */
export function mergedOf(choices: ServiceChoices, file: ChosenFile): string | undefined {
  return isMergeStale(choices, file) ? undefined : storedMergeOf(choices, file)?.merged;
}

/** Position of the syntax error in the merged content. */
export const mergeFaultOf = (choices: ServiceChoices, file: ChosenFile) =>
  storedMergeOf(choices, file)?.mergeFault;

/** Whether local changed after a manual merge, so that the file must be merged again. */
export function isMergeStale(choices: ServiceChoices, file: ChosenFile): boolean {
  const stored = storedMergeOf(choices, file);
  return stored?.merged !== undefined && stored.mergedOn !== file.local?.checksum;
}

/** Whether a user resolved the conflicts of a file: by a manual merge or by taking one side. */
export function isSettledByHand(choices: ServiceChoices, file: ChosenFile): boolean {
  const decision = decisionOf(choices, file);
  if (decision === undefined || isOpen(choices, file)) return false;
  return !isMergeChoice(decision.choice) || mergedOf(choices, file) !== undefined;
}

function storedMergeOf(choices: ServiceChoices, file: ChosenFile): Decision | undefined {
  const decision = decisionOf(choices, file);
  return decision && canMerge(file) && isMergeChoice(decision.choice) ? decision : undefined;
}

/** Choice to highlight; null if undecided. A moved file is merged at either path. */
export function shownChoice(choices: ServiceChoices, file: ChosenFile): Choice | null {
  const choice = choiceOf(choices, file);
  if (choice === 'local' && isOpen(choices, file)) return null;
  if (file.type !== 'MOVED' || !isMergeChoice(choice)) return choice;
  return choice === 'merge-local' ? 'local' : 'remote';
}

/** Bulk choices, in display order. */
export const bulkChoices: readonly BulkChoice[] = [...BulkAction.options, 'BY_SIDE'];

export const bulkLabels: Record<BulkChoice, string> = { ...bulkActionLabels, BY_SIDE: 'Merge by side' };
