import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { MergeFile } from '../merge/MergeFile.tsx';
import type { FileDialogsProps } from '../merge/open-file.ts';
import { FileComparison } from './rows/FileComparison.tsx';

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
  // A read-only comparison follows the list while the file is listed; a merge keeps its initial content.
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

interface DiffViewerDialogProps {
  pull: Pull;
  diff: ServiceDiff;
  file: DiffFile;
  /** Shows the same file as a three-way merge, to look only. */
  onThreeWay: () => void;
  onClose: () => void;
}

/** Both sides of a file side by side, with 10 lines of context around each change. */
function DiffViewerDialog({ pull, diff, file, onThreeWay, onClose }: DiffViewerDialogProps) {
  return (
    <Dialog
      isOpen
      size="full"
      onClose={onClose}
      title={`${diff.service.serviceName}: ${filePathOf(file)}`}
      bodyClassName="!p-0 flex flex-col"
      footer={
        <>
          {file.type === 'CHANGED' && <Button onClick={onThreeWay}>Three-way view</Button>}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <FileComparison pull={pull} diff={diff} file={file} />
    </Dialog>
  );
}
