import { isMergeChoice } from '@atrium/contract/configuration/diff-file';
import type { SyntaxFault } from '@atrium/contract/configuration/look';
import { choiceOf, mergedOf, mergeFaultOf, type ServiceChoices } from './diff-choices.ts';
import { type DiffFile, isMovedAndEdited, isSameContent } from './diff-file.ts';

/** Where what becomes live of a file cannot be parsed. */
export function faultOnSubmit(choices: ServiceChoices, file: DiffFile): SyntaxFault | undefined {
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
export function isUnchecked(choices: ServiceChoices, file: DiffFile): boolean {
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
