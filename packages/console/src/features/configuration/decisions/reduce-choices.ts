import { bulkChoice, type Choice, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import type { SyntaxFault } from '@atrium/contract/configuration/examine-files';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { placesOf } from '../files/file-places.ts';
import {
  type BulkChoice,
  type Choices,
  type ChosenFile,
  canHold,
  choicesOf,
  type Decision,
  decisionOf,
  isMergeHomeless,
  mergedOf,
  presetOf,
  type ServiceChoices,
} from './diff-choices.ts';

/** A file with its choice; null if undecided. */
type Decided = readonly [file: ChosenFile, choice: Choice | null];

/** Version of a service that a submit made live. */
export interface SubmittedVersion {
  readonly serviceId: string;
  readonly serviceName: string;
  readonly version: number;
  /** The version before, to return to; null when nothing had to change. */
  readonly backupId: string | null;
}

export type ChoiceAction =
  | {
      readonly type: 'choose';
      readonly serviceId: string;
      readonly file: ChosenFile;
      readonly choice: Choice;
    }
  | {
      /** A decision about several related files. */
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
      readonly fault?: SyntaxFault | undefined;
    }
  | { readonly type: 'ignore'; readonly serviceId: string }
  | { readonly type: 'retry'; readonly serviceId: string }
  | {
      /** The merged contents are live now and stay until another choice. `choices` are the submitted ones. */
      readonly type: 'submitted';
      readonly serviceId: string;
      readonly files: readonly ChosenFile[];
      readonly choices: ServiceChoices;
      /** Missing where nothing had to change. */
      readonly made?: SubmittedVersion;
    }
  | {
      /** Earlier decisions by file path; null for undecided files. */
      readonly type: 'restoreFiles';
      readonly serviceId: string;
      readonly files: { readonly [filePath: string]: Decision | null };
    }
  | {
      /** The submitted version is no longer live. `choices` are the ones submitted with it. */
      readonly type: 'undone';
      readonly serviceId: string;
      readonly files: readonly ChosenFile[];
      readonly choices: ServiceChoices;
    }
  | { readonly type: 'restore'; readonly choices: Choices };

/** Returns the choices after an action, without mutating the given ones. */
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
      const now = choicesOf(choices, action.serviceId).files;
      // Decisions made during the submit, in any tab, win.
      const kept = action.files
        .filter((file) => isSameDecision(now[filePathOf(file)], action.choices.files[filePathOf(file)]))
        .flatMap(placesOf)
        .map(filePathOf)
        .map((path) => [path, { choice: 'local' }] as const);
      return withService(choices, action.serviceId, { files: { ...now, ...Object.fromEntries(kept) } });
    }
    case 'restoreFiles': {
      const files = { ...choicesOf(choices, action.serviceId).files };
      for (const [path, decision] of Object.entries(action.files)) {
        if (decision === null) delete files[path];
        else files[path] = decision;
      }
      return withService(choices, action.serviceId, { files });
    }
    case 'undone': {
      const now = choicesOf(choices, action.serviceId).files;
      // Decisions made since the submit, in any tab, win.
      const kept = action.files
        .flatMap(placesOf)
        .map(filePathOf)
        .filter((path) => now[path]?.choice === 'local' && !now[path].isOpen);
      const files = Object.fromEntries(kept.map((path) => [path, action.choices.files[path] ?? null]));
      return reduceChoices(choices, { type: 'restoreFiles', serviceId: action.serviceId, files });
    }
    case 'storeMerged': {
      const before = choicesOf(choices, action.serviceId).files;
      const chosen = before[filePathOf(action.file)]?.choice;
      const choice = chosen !== undefined && isMergeChoice(chosen) ? chosen : mergeInto(action.file);
      const decision: Decision = {
        choice,
        merged: action.content,
        ...(action.file.local && { mergedOn: action.file.local.checksum }),
        ...(action.fault && { mergeFault: action.fault }),
      };
      return withService(choices, action.serviceId, {
        files: { ...before, [filePathOf(action.file)]: decision },
      });
    }
  }
}

/** Decisions from other tabs and from the browser's store are copies, so compare by value. */
const isSameDecision = (one: Decision | undefined, other: Decision | undefined) =>
  one?.choice === other?.choice &&
  one?.isOpen === other?.isOpen &&
  one?.merged === other?.merged &&
  one?.mergedOn === other?.mergedOn;

/** A moved file gets git's path, unless it was moved locally. */
const mergeInto = ({ type, movedBy }: ChosenFile) =>
  type === 'MOVED' && movedBy !== 'HERE' ? 'merge-remote' : 'merge-local';

function chosenAtOnce(action: BulkChoice, file: ChosenFile): Choice | null {
  if (action !== 'BY_SIDE') return bulkChoice(action, file.type);
  return file.bySide === undefined ? presetOf(file) : file.bySide;
}

function decide(choices: Choices, serviceId: string, wanted: readonly Decided[]): Choices {
  const files = { ...choicesOf(choices, serviceId).files };
  for (const [file, choice] of wanted) {
    const path = filePathOf(file);
    if (choice === null) files[path] = { choice: 'local', isOpen: true };
    // Repeating a choice keeps the merged content; any other choice clears it.
    else if (canHold(file, choice)) {
      const decided = decisionOf({ isIgnored: false, files }, file);
      if (decided?.choice !== choice || decided.isOpen) files[path] = { choice };
    }
  }
  return withService(choices, serviceId, { files });
}

function withService(choices: Choices, serviceId: string, change: Partial<ServiceChoices>): Choices {
  const service = { ...choicesOf(choices, serviceId), ...change };
  return { services: { ...choices.services, [serviceId]: service } };
}

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

/** Returns the inverse of an action. Later decisions of any tab, about the same files or others, remain. */
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
