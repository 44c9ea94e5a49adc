import {
  allowedChoices,
  type BulkAction,
  bulkChoice,
  type Choice,
  type DiffType,
  defaultChoice,
  isMergeChoice,
} from '@atrium/contract/configuration/diff-file';
import type { IgnoredReason } from '@atrium/contract/configuration/manifest';
import type { DefaultActions } from '@atrium/contract/service-api/export';

/** What choosing needs to know of a file. `folderPath` is where it lies in local, or would lie when new. */
export interface ChosenFile {
  readonly type: DiffType;
  readonly folderPath: string;
  readonly name: string;
  readonly local?: { readonly checksum: string };
  /** Why the remote's content cannot be taken. */
  readonly unreadable?: IgnoredReason;
}

/** A decision that differs from the default. */
export interface Decision {
  readonly choice: Choice;
  /** Result of the merge dialog; the server merges by itself where there is none. */
  readonly merged?: string;
  /** The local content that `merged` was made from. Another one now: it must be merged again, never overwritten. */
  readonly mergedOn?: string;
}

/** By service, then by file path. */
export interface Choices {
  readonly services: { readonly [serviceId: string]: ServiceChoices };
}

export interface ServiceChoices {
  readonly isIgnored: boolean;
  readonly files: { readonly [filePath: string]: Decision };
}

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
      readonly decisions: readonly (readonly [ChosenFile, Choice])[];
    }
  | {
      readonly type: 'chooseAll';
      readonly serviceId: string;
      readonly files: readonly ChosenFile[];
      readonly action: BulkAction;
    }
  | {
      readonly type: 'storeMerged';
      readonly serviceId: string;
      readonly file: ChosenFile;
      readonly content: string;
    }
  | { readonly type: 'ignore'; readonly serviceId: string }
  | { readonly type: 'retry'; readonly serviceId: string }
  | { readonly type: 'restore'; readonly choices: Choices };

export const noChoices: Choices = { services: {} };
const noServiceChoices: ServiceChoices = { isIgnored: false, files: {} };

export const pathOf = ({ folderPath, name }: Pick<ChosenFile, 'folderPath' | 'name'>) =>
  `${folderPath}/${name}`;

const onlyLocal: readonly Choice[] = ['local'];

/** What can be chosen for a file; nothing of the remote where that cannot be read. */
export function choicesFor({ type, unreadable }: Pick<ChosenFile, 'type' | 'unreadable'>): readonly Choice[] {
  return unreadable === undefined ? allowedChoices[type] : onlyLocal;
}

export function choicesOf(choices: Choices, serviceId: string): ServiceChoices {
  return choices.services[serviceId] ?? noServiceChoices;
}

/** The choice in force for a file. One that its type no longer allows (the file changed since) does not count. */
export function choiceOf(choices: ServiceChoices, file: ChosenFile, defaults?: DefaultActions): Choice {
  const chosen = choices.files[pathOf(file)]?.choice;
  const allowed = choicesFor(file);
  if (chosen !== undefined && allowed.includes(chosen)) return chosen;
  const usual = defaultChoice(file.type, file.folderPath, defaults);
  return allowed.includes(usual) ? usual : 'local';
}

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
  return decision && choicesFor(file).includes('merge-local') && isMergeChoice(decision.choice)
    ? decision
    : undefined;
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
        action.files.map((file) => [file, bulkChoice(action.action, file.type)]),
      );
    case 'storeMerged': {
      const before = choicesOf(choices, action.serviceId).files;
      const chosen = before[pathOf(action.file)]?.choice;
      const choice = chosen !== undefined && isMergeChoice(chosen) ? chosen : 'merge-local';
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

function decide(
  choices: Choices,
  serviceId: string,
  wanted: readonly (readonly [ChosenFile, Choice])[],
): Choices {
  const files = { ...choicesOf(choices, serviceId).files };
  for (const [file, choice] of wanted) {
    const path = pathOf(file);
    // Choosing what is already chosen keeps the merged content; any change clears it.
    if (choicesFor(file).includes(choice) && files[path]?.choice !== choice) files[path] = { choice };
  }
  return withService(choices, serviceId, { files });
}

function withService(choices: Choices, serviceId: string, change: Partial<ServiceChoices>): Choices {
  const service = { ...choicesOf(choices, serviceId), ...change };
  return { services: { ...choices.services, [serviceId]: service } };
}
