import { type Choice, changesLive, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import type { SyntaxFault } from '@atrium/contract/configuration/look';
import { choiceOf, isOpen, mergedOf, mergeFaultOf, type ServiceChoices } from './diff-choices.ts';
import { type DiffFile, isMovedAndEdited, isSameContent } from './diff-file.ts';

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
  /** Those of them whose live content no one else has: nothing was ever exchanged, so who made it is not known. */
  readonly replaced: readonly DiffFile[];
  /** Those of them that will be live though they cannot be parsed. */
  readonly unparsed: readonly UnparsedFile[];
  /** Those of them of which that is not known. */
  readonly unchecked: readonly DiffFile[];
  /** Conflicts that wait for a decision. */
  readonly open: readonly DiffFile[];
}

interface UnparsedFile {
  readonly file: DiffFile;
  readonly fault: SyntaxFault;
}

export type Kind = 'taken' | 'added' | 'moved' | 'merged' | 'deleted';

/** What becomes of the files that differ, by their choices. */
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

/** Whether changes made here are lost. If nothing was ever exchanged, no one else has what is live. */
function discardsOwn(file: DiffFile, choice: Choice): boolean {
  const { type, side, movedBy, merge, local, remote } = file;
  if (side === 'GIT') return false;
  if (type === 'NEW') return side !== 'UNKNOWN';
  // Wherever a moved file goes, it keeps the changes of both sides; it may lose its place here.
  if (type === 'MOVED') {
    return side === 'UNKNOWN'
      ? local?.checksum !== remote?.checksum
      : choice === 'remote' && movedBy !== 'GIT';
  }
  if (!isMergeChoice(choice)) return true;
  // Merged, only conflicts are lost, where they favour the remote.
  return choice === 'merge-remote' && side !== 'HERE' && merge !== 'CLEAN';
}

/** Where what becomes live of a file cannot be parsed. */
function faultOnSubmit(choices: ServiceChoices, file: DiffFile): SyntaxFault | undefined {
  const { side, look } = file;
  if (mergedOf(choices, file) !== undefined) return mergeFaultOf(choices, file);
  // A merge of what only git changed is what git has.
  if (!isMergedOnSubmit(choices, file) || side === 'GIT') return look?.fault;
  if (side === 'HERE') return undefined;
  const favoured = favouredOf(choices, file);
  if (look?.conflicts !== undefined) return look.mergeFaults?.[favoured];
  // Without a common base the favoured side is taken whole.
  return favoured === 'remote' ? look?.fault : undefined;
}

/** Whether something that was not looked at becomes live; what is live already is not checked again. */
function isUnchecked(choices: ServiceChoices, file: DiffFile): boolean {
  if (file.look !== undefined || mergedOf(choices, file) !== undefined || isSameContent(file)) return false;
  if (!isMergedOnSubmit(choices, file)) return true;
  if (file.side === 'HERE') return false;
  // Without a common base the favoured side is taken whole; whether there is one may not be known.
  const isWithoutBase = file.side !== undefined && file.base === undefined;
  return !isWithoutBase || favouredOf(choices, file) === 'remote';
}

/** A moved file keeps its changes of here, wherever it goes. */
function favouredOf(choices: ServiceChoices, file: DiffFile): 'local' | 'remote' {
  return file.type !== 'MOVED' && choiceOf(choices, file) === 'merge-remote' ? 'remote' : 'local';
}

/** Whether both sides' changes go into what becomes live. */
export function isMergedOnSubmit(choices: ServiceChoices, file: DiffFile): boolean {
  const choice = choiceOf(choices, file);
  return isMergeChoice(choice) || (choice === 'remote' && isMovedAndEdited(file));
}
