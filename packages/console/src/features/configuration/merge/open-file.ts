import type { Pull } from '@atrium/contract/configuration/pull';
import type { ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';

/** The file that a dialog shows. */
export interface OpenFile {
  readonly file: DiffFile;
  /** `view`: the merge dialog, to look only. */
  readonly dialog: 'compare' | 'merge' | 'view';
  /** Opened for a merge or draft that the file cannot take. */
  readonly isOwn?: true;
}

export interface FileDialogsProps {
  pull: Pull;
  diff: ServiceDiff;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  open: OpenFile | null;
  onOpen: (open: OpenFile | null) => void;
}

export interface MergeFileProps extends FileDialogsProps {
  file: DiffFile;
  /** The file as it is listed by now. */
  listed: DiffFile;
  isReadOnly: boolean;
  /** With the listed file. */
  onReopen: () => void;
}
