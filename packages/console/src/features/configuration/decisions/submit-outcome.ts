import { type Choice, changesLive, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import type { SyntaxFault } from '@atrium/contract/configuration/examine-files';
import { choiceOf, isOpen, mergedOf, mergeFaultOf, type ServiceChoices } from './diff-choices.ts';
import { type DiffFile, isMovedAndEdited, isSameContent } from './diff-file.ts';

/** Effect of submitting a service's choices. */
export interface Outcome {
  /** Files by their change; each file is in exactly one of these five lists. */
  readonly taken: readonly DiffFile[];
  readonly added: readonly DiffFile[];
  readonly moved: readonly DiffFile[];
  readonly merged: readonly DiffFile[];
  readonly deleted: readonly DiffFile[];
  /** Files that lose local changes. */
  readonly discarded: readonly DiffFile[];
  /** Files whose live content exists nowhere else: without an exchange, its author is unknown. */
  readonly replaced: readonly DiffFile[];
  /** Files that become live with a syntax error. */
  readonly unparsed: readonly UnparsedFile[];
  /** Files that become live with unchecked syntax. */
  readonly unchecked: readonly DiffFile[];
  /** Conflicts that wait for a decision. */
  readonly open: readonly DiffFile[];
}

interface UnparsedFile {
  readonly file: DiffFile;
  readonly fault: SyntaxFault;
}

export type Kind = 'taken' | 'added' | 'moved' | 'merged' | 'deleted';

/** Groups changed files by the effect of a submit. */
export function outcomeOf(changed: readonly DiffFile[], choices: ServiceChoices): Outcome {
  const files: Record<Kind | 'discarded' | 'replaced' | 'open' | 'unchecked', DiffFile[]> = {
    taken: [],
    added: [],
    moved: [],
    merged: [],
    deleted: [],
    discarded: [],
    replaced: [],
    open: [],
    unchecked: [],
  };
  const unparsed: UnparsedFile[] = [];
  for (const file of changed) {
    if (isOpen(choices, file)) {
      files.open.push(file);
      continue;
    }
    const choice = choiceOf(choices, file);
    if (!changesLive(file.type, choice)) continue;
    files[isMergedOnSubmit(choices, file) ? 'merged' : kinds[file.type]].push(file);
    if (mergedOf(choices, file) === undefined && discardsOwn(file, choice))
      files[file.side === 'UNKNOWN' ? 'replaced' : 'discarded'].push(file);
    if (choice === 'delete') continue;
    const fault = faultOnSubmit(choices, file);
    if (fault) unparsed.push({ file, fault });
    if (isUnchecked(choices, file)) files.unchecked.push(file);
  }
  return { ...files, unparsed };
}

const kinds: Record<DiffFile['type'], Kind> = {
  NEW: 'added',
  CHANGED: 'taken',
  DELETED: 'deleted',
  MOVED: 'moved',
  NO_CHANGE: 'taken',
};

/** Whether local changes are lost. Without an exchange, the live content exists nowhere else. */
function discardsOwn(file: DiffFile, choice: Choice): boolean {
  const { type, side, movedBy, merge } = file;
  if (side === 'GIT') return false;
  if (type === 'NEW') return side !== 'UNKNOWN';
  // A moved file keeps the changes of both sides at either path; it may lose its local path.
  if (type === 'MOVED') {
    return side === 'UNKNOWN' ? !isSameContent(file) : choice === 'remote' && movedBy !== 'GIT';
  }
  if (!isMergeChoice(choice)) return true;
  // Merged, only conflicts are lost, where they favour the remote.
  return choice === 'merge-remote' && side !== 'HERE' && merge !== 'CLEAN';
}

/** Position of the syntax error in the content that becomes live. */
function faultOnSubmit(choices: ServiceChoices, file: DiffFile): SyntaxFault | undefined {
  const { side, examination } = file;
  if (mergedOf(choices, file) !== undefined) return mergeFaultOf(choices, file);
  // A merge of a file that only git changed equals git's content.
  if (!isMergedOnSubmit(choices, file) || side === 'GIT') return examination?.fault;
  if (side === 'HERE') return undefined;
  const favoured = favouredOf(choices, file);
  if (examination?.conflicts !== undefined) return examination.mergeFaults?.[favoured];
  // Without a common base the favoured side is taken whole.
  return favoured === 'remote' ? examination?.fault : undefined;
}

/** Whether unchecked content becomes live; live content isn't checked again. */
function isUnchecked(choices: ServiceChoices, file: DiffFile): boolean {
  if (file.examination !== undefined || mergedOf(choices, file) !== undefined || isSameContent(file))
    return false;
  if (!isMergedOnSubmit(choices, file)) return true;
  if (file.side === 'HERE') return false;
  // Without a common base the favored side wins completely; the base may be unknown.
  const isWithoutBase = file.side !== undefined && file.base === undefined;
  return !isWithoutBase || favouredOf(choices, file) === 'remote';
}

/** A moved file keeps its local changes at either path. */
export function favouredOf(choices: ServiceChoices, file: DiffFile): 'local' | 'remote' {
  return file.type !== 'MOVED' && choiceOf(choices, file) === 'merge-remote' ? 'remote' : 'local';
}

/** Whether both sides' changes go into what becomes live. */
export function isMergedOnSubmit(choices: ServiceChoices, file: DiffFile): boolean {
  const choice = choiceOf(choices, file);
  return isMergeChoice(choice) || (choice === 'remote' && isMovedAndEdited(file));
}
