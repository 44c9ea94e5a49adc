import type { Pull } from '@atrium/contract/configuration/pull';
import { DiffViewerDialog } from './DiffViewerDialog.tsx';
import type { ChoiceAction, ServiceChoices } from './diff-choices.ts';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';

/** The file that a dialog shows. */
export interface OpenFile {
  readonly file: DiffFile;
  readonly dialog: 'compare' | 'merge';
}

interface FileDialogsProps {
  pull: Pull;
  diff: ServiceDiff;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  open: OpenFile | null;
  onOpen: (open: OpenFile | null) => void;
}

/** The diff viewer and the merge dialog of one service. */
export function FileDialogs({ pull, diff, choices, dispatch, open, onOpen }: FileDialogsProps) {
  if (open === null) return null;
  return (
    <DiffViewerDialog pull={pull} service={diff.service} file={open.file} onClose={() => onOpen(null)} />
  );
}
