import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ReactNode } from 'react';
import type { RowKeys } from '../../../../ui/use-row-keys.ts';
import type { ServiceChoices } from '../../decisions/diff-choices.ts';
import { canMerge, choicesFor, type DiffFile } from '../../decisions/diff-file.ts';
import { chooseRow, type FileRow } from '../../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../../decisions/reduce-choices.ts';
import { isMergeable } from '../../merge/next-conflict.ts';
import type { OpenFile } from '../../merge/open-file.ts';

/** Props shared by both views of a service's files. */
export interface DiffViewProps {
  serviceId: string;
  serviceName: string;
  rows: readonly FileRow<DiffFile>[];
  choices: ServiceChoices;
  /** Whether the changed sides are still being determined. */
  isExamining: boolean;
  dispatch: (action: ChoiceAction) => void;
  onOpen: (open: OpenFile) => void;
  /** Author and time of each changed side, as far as known. */
  changedBy: (file: DiffFile) => readonly string[];
  /** Test coverage of a file's live content, as far as known. */
  proofOf: (file: DiffFile) => string | undefined;
  keys: RowKeys<FileRow<DiffFile>>;
  /** The file whose comparison is shown below its row. */
  comparedKey: string | null;
  renderComparison: (file: DiffFile) => ReactNode;
}

export const keyOfRow = ({ file }: FileRow<DiffFile>) => filePathOf(file);

interface KeyActions {
  serviceId: string;
  dispatch: (action: ChoiceAction) => void;
  onOpen: (open: OpenFile) => void;
  onCompare: (key: string) => void;
}

/** Handles a key on a row: `l`, `r` and `m` choose, Enter compares. */
export function actOnKey(key: string, row: FileRow<DiffFile>, actions: KeyActions): boolean {
  const { serviceId, dispatch, onOpen, onCompare } = actions;
  const { file } = row;
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
  else if (key === 'm' && isMergeable(file)) onOpen({ file, dialog: 'merge' });
  else if (key === 'Enter') onCompare(keyOfRow(row));
  else return false;
  return true;
}
