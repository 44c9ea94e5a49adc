import { canMerge, choicesFor } from '../../decisions/diff-file.ts';
import { chooseRow } from '../../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../../decisions/reduce-choices.ts';
import { isMergeable } from '../../merge/next-conflict.ts';
import type { DiffRow } from '../diff-rows.ts';

interface KeyActions {
  dispatch: (action: ChoiceAction) => void;
  onMerge: (row: DiffRow) => void;
  onNextConflict: () => void;
  onCompare: (row: DiffRow) => void;
}

/** Keys of the files, for their help; `actOnKey` handles all but the first. */
export const diffKeys: readonly (readonly [keys: string, does: string])[] = [
  ['j, k or arrows', 'Next and previous file'],
  ['l', 'Local'],
  ['r', 'Remote'],
  ['m', 'Merge'],
  ['n', 'Next conflict'],
  ['Enter', 'To the comparison'],
];

/** Handles a key on a row; returns false for other keys. */
export function actOnKey(key: string, row: DiffRow, actions: KeyActions): boolean {
  const { dispatch, onMerge, onNextConflict, onCompare } = actions;
  const { file, serviceId } = row;
  const allowed = choicesFor(file);
  const choice =
    key === 'l'
      ? 'local'
      : key === 'r'
        ? allowed.find((one) => one === 'remote' || one === 'delete')
        : key === 'm' && canMerge(file)
          ? allowed.find((one) => one === 'merge-local')
          : undefined;
  if (choice !== undefined) dispatch(chooseRow(serviceId, row, choice));
  else if (key === 'm' && isMergeable(file)) onMerge(row);
  else if (key === 'n') onNextConflict();
  else if (key === 'Enter') onCompare(row);
  else return false;
  return true;
}
