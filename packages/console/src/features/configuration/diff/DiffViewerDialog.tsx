import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileComparison } from './FileComparison.tsx';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';

interface DiffViewerDialogProps {
  pull: Pull;
  diff: ServiceDiff;
  file: DiffFile;
  /** Shows the same file as a three-way merge, to look only. */
  onThreeWay: () => void;
  onClose: () => void;
}

/** Both sides of a file side by side, with 10 lines of context around each change. */
export function DiffViewerDialog({ pull, diff, file, onThreeWay, onClose }: DiffViewerDialogProps) {
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
