import type { Pull } from '@atrium/contract/configuration/pull';
import { DiffViewerDialog } from './DiffViewerDialog.tsx';
import type { ChoiceAction, ServiceChoices } from './diff-choices.ts';
import { MergeFile } from './MergeFile.tsx';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';

/** The file that a dialog shows. */
export interface OpenFile {
  readonly file: DiffFile;
  readonly dialog: 'compare' | 'merge';
}

export interface FileDialogsProps {
  pull: Pull;
  diff: ServiceDiff;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  open: OpenFile | null;
  onOpen: (open: OpenFile | null) => void;
}

/** The diff viewer and the merge dialog of one service. */
export function FileDialogs(props: FileDialogsProps) {
  const { pull, diff, open, onOpen } = props;
  if (open === null) return null;
  if (open.dialog === 'merge') {
    return <MergeFile key={open.file.local?.filePath ?? open.file.name} {...props} file={open.file} />;
  }
  return (
    <DiffViewerDialog pull={pull} service={diff.service} file={open.file} onClose={() => onOpen(null)} />
  );
}
