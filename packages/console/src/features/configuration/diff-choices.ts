import {
  type BulkAction,
  bulkChoice,
  type Choice,
  defaultChoice,
  isMergeChoice,
} from '@atrium/contract/configuration/diff-file';
import { canMerge, choicesFor, isMovedAndEdited, type MarkedFile } from './file-marks.ts';

/** What choosing needs to know of a file. `folderPath` is where it lies in local, or would lie when new. */
export interface ChosenFile extends MarkedFile {
  readonly folderPath: string;
  readonly name: string;
  readonly newFolderPath?: string;
  readonly newName?: string;
}

/** What can be chosen for many files at once: the specification's four, and each file by who changed it. */
export type BulkChoice = BulkAction | 'BY_SIDE';

/** A decision that differs from the default. */
export interface Decision {
  readonly choice: Choice;
  /** Result of the merge dialog; the server merges by itself where there is none. */
  readonly merged?: string;
  /** The local content that `merged` was made from. Another one now: it must be merged again, never overwritten. */
  readonly mergedOn?: string;
  /** A conflict that waits for a person; `choice` loses nothing meanwhile. */
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

/** A file with what is chosen for it; null: it has to be decided. */
type Decided = readonly [file: ChosenFile, choice: Choice | null];

export type ChoiceAction =
  | {
      readonly type: 'choose';
      readonly serviceId: string;
      readonly file: ChosenFile;
      readonly choice: Choice;
    }
  | {
      /** One decision about several files that belong together. */
      readonly type: 'chooseEach';
      readonly serviceId: string;
      readonly decisions: readonly Decided[];
    }
  | {
      readonly type: 'chooseAll';
      readonly serviceId: string;
      readonly files: readonly ChosenFile[];
      readonly action: BulkChoice;
    }
  | {
      readonly type: 'storeMerged';
      readonly serviceId: string;
      readonly file: ChosenFile;
      readonly content: string;
    }
  | { readonly type: 'ignore'; readonly serviceId: string }
  | { readonly type: 'retry'; readonly serviceId: string }
  | {
      /** What was merged is live now: it stays, until somebody chooses otherwise. */
      readonly type: 'submitted';
      readonly serviceId: string;
      readonly files: readonly ChosenFile[];
    }
  | { readonly type: 'restoreService'; readonly serviceId: string; readonly choices: ServiceChoices }
  | { readonly type: 'restore'; readonly choices: Choices };

export const noChoices: Choices = { services: {} };
const noServiceChoices: ServiceChoices = { isIgnored: false, files: {} };

export const pathOf = ({ folderPath, name }: Pick<ChosenFile, 'folderPath' | 'name'>) =>
  `${folderPath}/${name}`;

export function choicesOf(choices: Choices, serviceId: string): ServiceChoices {
  return choices.services[serviceId] ?? noServiceChoices;
}

/** The choice in force for a file. One that its type no longer allows (the file changed since) does not count. */
export function choiceOf(choices: ServiceChoices, file: ChosenFile): Choice {
  return decisionOf(choices, file)?.choice ?? presetOf(file) ?? 'local';
}

/** Whether a conflict waits for a person: nothing is submitted before it is decided. */
export function isOpen(choices: ServiceChoices, file: ChosenFile): boolean {
  const decision = decisionOf(choices, file);
  if (decision ? decision.isOpen : presetOf(file) === null) return true;
  // Whoever takes a moved file takes the changes of both sides along.
  return isMovedAndEdited(file) && file.merge !== 'CLEAN' && choiceOf(choices, file) === 'remote';
}

/** The choice that is marked as such; null while nothing is decided. A moved file is merged where it stays or goes. */
export function shownChoice(choices: ServiceChoices, file: ChosenFile): Choice | null {
  const choice = choiceOf(choices, file);
  if (choice === 'local' && isOpen(choices, file)) return null;
  if (file.type !== 'MOVED' || !isMergeChoice(choice)) return choice;
  return choice === 'merge-local' ? 'local' : 'remote';
}

function presetOf(file: ChosenFile): Choice | null {
  if (file.preset !== undefined) return file.preset;
  const usual = defaultChoice(file.type, file.folderPath);
  return choicesFor(file).includes(usual) ? usual : 'local';
}

function decisionOf(choices: ServiceChoices, file: ChosenFile): Decision | undefined {
  const decision = choices.files[pathOf(file)];
  return decision && canHold(file, decision.choice) ? decision : undefined;
}

/** A moved file is merged into the one place or the other, beside what can be chosen for it. */
const canHold = (file: ChosenFile, choice: Choice) =>
  choicesFor(file).includes(choice) || (isMergeChoice(choice) && canMerge(file));

/** The merged content of a file, if its choice is to merge, somebody did, and local is still what it was then. */
export function mergedOf(choices: ServiceChoices, file: ChosenFile): string | undefined {
  return isMergeStale(choices, file) ? undefined : storedMergeOf(choices, file)?.merged;
}

/** Whether local moved after the file was merged by hand: the result waits to be merged again on top. */
export function isMergeStale(choices: ServiceChoices, file: ChosenFile): boolean {
  const stored = storedMergeOf(choices, file);
  return stored?.merged !== undefined && stored.mergedOn !== file.local?.checksum;
}

function storedMergeOf(choices: ServiceChoices, file: ChosenFile): Decision | undefined {
  const decision = choices.files[pathOf(file)];
  return decision && canMerge(file) && isMergeChoice(decision.choice) ? decision : undefined;
}

export function reduceChoices(choices: Choices, action: ChoiceAction): Choices {
  switch (action.type) {
    case 'restore':
      return action.choices;
    case 'ignore':
      return withService(choices, action.serviceId, { isIgnored: true });
    case 'retry':
      return withService(choices, action.serviceId, { isIgnored: false });
    case 'choose':
      return decide(choices, action.serviceId, [[action.file, action.choice]]);
    case 'chooseEach':
      return decide(choices, action.serviceId, action.decisions);
    case 'chooseAll':
      return decide(
        choices,
        action.serviceId,
        action.files.map((file) => [file, chosenAtOnce(action.action, file)]),
      );
    case 'submitted': {
      const kept = action.files.flatMap(placesOf).map((path) => [path, { choice: 'local' }] as const);
      const files = { ...choicesOf(choices, action.serviceId).files, ...Object.fromEntries(kept) };
      return withService(choices, action.serviceId, { files });
    }
    case 'restoreService':
      return withService(choices, action.serviceId, action.choices);
    case 'storeMerged': {
      const before = choicesOf(choices, action.serviceId).files;
      const chosen = before[pathOf(action.file)]?.choice;
      const choice = chosen !== undefined && isMergeChoice(chosen) ? chosen : mergeInto(action.file);
      const decision: Decision = {
        choice,
        merged: action.content,
        ...(action.file.local && { mergedOn: action.file.local.checksum }),
      };
      return withService(choices, action.serviceId, {
        files: { ...before, [pathOf(action.file)]: decision },
      });
    }
  }
}

/** A moved file has two. */
const placesOf = ({ folderPath, name, newFolderPath = folderPath, newName = name }: ChosenFile) => [
  `${folderPath}/${name}`,
  `${newFolderPath}/${newName}`,
];

/** A moved file goes where git has it, unless it was moved here. */
const mergeInto = ({ type, movedBy }: ChosenFile) =>
  type === 'MOVED' && movedBy !== 'HERE' ? 'merge-remote' : 'merge-local';

function chosenAtOnce(action: BulkChoice, file: ChosenFile): Choice | null {
  if (action !== 'BY_SIDE') return bulkChoice(action, file.type);
  return file.bySide === undefined ? presetOf(file) : file.bySide;
}

/** The files whose merged content an action would clear; to be told before, and offered to be undone after. */
export function mergesLostBy(choices: Choices, action: ChoiceAction): ChosenFile[] {
  const files = filesChosenBy(action);
  if (files.length === 0 || !('serviceId' in action)) return [];
  const before = choicesOf(choices, action.serviceId);
  const after = choicesOf(reduceChoices(choices, action), action.serviceId);
  return files.filter(
    (file) => mergedOf(before, file) !== undefined && after.files[pathOf(file)]?.merged === undefined,
  );
}

function filesChosenBy(action: ChoiceAction): readonly ChosenFile[] {
  if (action.type === 'choose') return [action.file];
  if (action.type === 'chooseEach') return action.decisions.map(([file]) => file);
  return action.type === 'chooseAll' ? action.files : [];
}

function decide(choices: Choices, serviceId: string, wanted: readonly Decided[]): Choices {
  const files = { ...choicesOf(choices, serviceId).files };
  for (const [file, choice] of wanted) {
    const path = pathOf(file);
    if (choice === null) files[path] = { choice: 'local', isOpen: true };
    // Choosing what is already chosen keeps the merged content; any change clears it.
    else if (canHold(file, choice) && (files[path]?.choice !== choice || files[path].isOpen)) {
      files[path] = { choice };
    }
  }
  return withService(choices, serviceId, { files });
}

function withService(choices: Choices, serviceId: string, change: Partial<ServiceChoices>): Choices {
  const service = { ...choicesOf(choices, serviceId), ...change };
  return { services: { ...choices.services, [serviceId]: service } };
}
