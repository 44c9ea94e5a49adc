import {
  type BulkAction,
  bulkChoice,
  type Choice,
  type DiffType,
  defaultChoice,
  isAllowedChoice,
  isMergeChoice,
} from '@atrium/contract/configuration/diff-file';
import type { DefaultActions } from '@atrium/contract/service-api/export';

/** What choosing needs to know of a file. `folderPath` is where it lies in local, or would lie when new. */
export interface ChosenFile {
  readonly type: DiffType;
  readonly folderPath: string;
  readonly name: string;
  readonly local?: { readonly checksum: string };
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

export function choicesOf(choices: Choices, serviceId: string): ServiceChoices {
  return choices.services[serviceId] ?? noServiceChoices;
}

/** The choice in force for a file. One that its type no longer allows (the file changed since) does not count. */
export function choiceOf(choices: ServiceChoices, file: ChosenFile, defaults?: DefaultActions): Choice {
  const chosen = choices.files[pathOf(file)]?.choice;
  return chosen !== undefined && isAllowedChoice(file.type, chosen)
    ? chosen
    : defaultChoice(file.type, file.folderPath, defaults);
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
  return decision && file.type === 'CHANGED' && isMergeChoice(decision.choice) ? decision : undefined;
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
  if (action.type !== 'choose' && action.type !== 'chooseAll') return [];
  const before = choicesOf(choices, action.serviceId);
  const after = choicesOf(reduceChoices(choices, action), action.serviceId);
  const files = action.type === 'choose' ? [action.file] : action.files;
  return files.filter(
    (file) => mergedOf(before, file) !== undefined && after.files[pathOf(file)]?.merged === undefined,
  );
}

function decide(choices: Choices, serviceId: string, wanted: (readonly [ChosenFile, Choice])[]): Choices {
  const files = { ...choicesOf(choices, serviceId).files };
  for (const [file, choice] of wanted) {
    const path = pathOf(file);
    // Choosing what is already chosen keeps the merged content; any change clears it.
    if (isAllowedChoice(file.type, choice) && files[path]?.choice !== choice) files[path] = { choice };
  }
  return withService(choices, serviceId, { files });
}

function withService(choices: Choices, serviceId: string, change: Partial<ServiceChoices>): Choices {
  const service = { ...choicesOf(choices, serviceId), ...change };
  return { services: { ...choices.services, [serviceId]: service } };
}
