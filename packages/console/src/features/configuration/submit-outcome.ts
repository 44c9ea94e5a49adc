import { type Choice, changesLive, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import type { SyntaxFault } from '@atrium/contract/configuration/look';
import { choiceOf, isOpen, mergedOf, type ServiceChoices } from './diff-choices.ts';
import { isMovedAndEdited } from './file-marks.ts';
import type { DiffFile } from './service-diffs.ts';
import type { SubmitCounts } from './submit-summary.ts';

/** What submitting a service's choices will do. */
export interface Outcome {
  /** Files by what happens to them; each is in one of these lists. */
  readonly taken: readonly DiffFile[];
  readonly added: readonly DiffFile[];
  readonly moved: readonly DiffFile[];
  readonly merged: readonly DiffFile[];
  readonly deleted: readonly DiffFile[];
  /** Those of them that lose what was changed here. */
  readonly discarded: readonly DiffFile[];
  /** Those of them that will be live though they cannot be parsed. */
  readonly unparsed: readonly UnparsedFile[];
  /** Conflicts that wait for a person. */
  readonly open: readonly DiffFile[];
}

export interface UnparsedFile {
  readonly file: DiffFile;
  readonly fault: SyntaxFault;
}

type Kind = 'taken' | 'added' | 'moved' | 'merged' | 'deleted';

/** What becomes of the files that differ, by their choices. */
export function outcomeOf(changed: readonly DiffFile[], choices: ServiceChoices): Outcome {
  const files: Record<Kind | 'discarded' | 'open', DiffFile[]> = {
    ...{ taken: [], added: [], moved: [], merged: [], deleted: [], discarded: [], open: [] },
  };
  const unparsed: UnparsedFile[] = [];
  for (const file of changed) {
    if (isOpen(choices, file)) {
      files.open.push(file);
      continue;
    }
    const choice = choiceOf(choices, file);
    if (!changesLive(file.type, choice)) continue;
    const isMerged = isMergedOnSubmit(choices, file);
    files[isMerged ? 'merged' : kinds[file.type]].push(file);
    const isByHand = mergedOf(choices, file) !== undefined;
    if (!isByHand && discardsOwn(file, choice)) files.discarded.push(file);
    // The merge dialog looks at what is merged by hand.
    const fault = isByHand ? undefined : isMerged ? file.look?.mergeFault : file.look?.fault;
    if (fault && choice !== 'delete') unparsed.push({ file, fault });
  }
  return { ...files, unparsed };
}

const outcomes = new WeakMap<readonly DiffFile[], { choices: ServiceChoices; outcome: Outcome }>();

/** Thousands of files are gone through once, not whenever something is drawn. */
export function outcomeOnce(changed: readonly DiffFile[], choices: ServiceChoices): Outcome {
  const known = outcomes.get(changed);
  if (known?.choices === choices) return known.outcome;
  const outcome = outcomeOf(changed, choices);
  outcomes.set(changed, { choices, outcome });
  return outcome;
}

const kinds: Record<DiffFile['type'], Kind> = {
  NEW: 'added',
  CHANGED: 'taken',
  DELETED: 'deleted',
  MOVED: 'moved',
  NO_CHANGE: 'taken',
};

/** Whether both sides' changes go into what becomes live. */
export function isMergedOnSubmit(choices: ServiceChoices, file: DiffFile): boolean {
  const choice = choiceOf(choices, file);
  return isMergeChoice(choice) || (choice === 'remote' && isMovedAndEdited(file));
}

/** Whether what was changed here is lost. Where nothing was ever exchanged, nobody else has what is live. */
function discardsOwn(file: DiffFile, choice: Choice): boolean {
  const { type, side, movedBy, merge, local, remote } = file;
  if (side === 'GIT') return false;
  if (type === 'NEW') return side !== 'UNKNOWN';
  // Wherever a moved file goes, the changes of both sides go along; it may lose the place that it was given here.
  if (type === 'MOVED') {
    return side === 'UNKNOWN'
      ? local?.checksum !== remote?.checksum
      : choice === 'remote' && movedBy !== 'GIT';
  }
  if (!isMergeChoice(choice)) return true;
  // Merged, only conflicts are lost, where they favour the remote.
  return choice === 'merge-remote' && side !== 'HERE' && merge !== 'CLEAN';
}

export const changeCount = ({ taken, added, moved, merged, deleted }: Outcome) =>
  taken.length + added.length + moved.length + merged.length + deleted.length;

/** The numbers of several services together. */
export function countsOf(outcomes: readonly { name: string; outcome: Outcome }[]): SubmitCounts {
  const count = (kind: Kind | 'discarded') =>
    outcomes.reduce((sum, { outcome }) => sum + outcome[kind].length, 0);
  return {
    services: outcomes.filter(({ outcome }) => changeCount(outcome) > 0).map(({ name }) => name),
    kinds: [
      { count: count('taken'), one: 'from git', many: 'from git' },
      { count: count('added'), one: 'new', many: 'new' },
      { count: count('moved'), one: 'moved', many: 'moved' },
      { count: count('merged'), one: 'merged', many: 'merged' },
      { count: count('deleted'), one: 'deletion', many: 'deletions' },
    ],
    discardCount: count('discarded'),
  };
}
