import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { MergeFile } from '../merge/MergeFile.tsx';
import { DiffViewerDialog } from './DiffViewerDialog.tsx';
import type { ServiceChoices } from './diff-choices.ts';
import type { ChoiceAction } from './reduce-choices.ts';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';

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

/** A file that is listed no more, at neither place. */
const goneFrom = ({ folderPath, name }: DiffFile): DiffFile => ({ folderPath, name, type: 'MOVED' });

/** The diff viewer and the merge dialog of one service. */
export function FileDialogs(props: FileDialogsProps) {
  const { pull, diff, open, onOpen } = props;
  if (open === null) return null;
  const { dialog } = open;
  const path = filePathOf(open.file);
  const found = diff.files.find((one) => filePathOf(one) === path);
  const listed = found ?? goneFrom(open.file);
  // What is only looked at follows the list, while it is there; a merge goes on from the content that it began with.
  const file = dialog === 'merge' ? open.file : (found ?? open.file);
  if (dialog !== 'compare') {
    const key = `${dialog} ${file.local?.filePath ?? file.name}`;
    const reopen = () => onOpen({ ...open, file: listed });
    return (
      <MergeFile
        key={key}
        {...props}
        file={file}
        listed={listed}
        isReadOnly={dialog === 'view'}
        onReopen={reopen}
      />
    );
  }
  return (
    <DiffViewerDialog
      pull={pull}
      diff={diff}
      file={file}
      onThreeWay={() => onOpen({ file, dialog: 'view' })}
      onClose={() => onOpen(null)}
    />
  );
}
