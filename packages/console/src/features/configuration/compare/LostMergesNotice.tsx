import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { LostMerges } from './use-choice-dispatch.ts';

interface LostMergesNoticeProps {
  lost: LostMerges | null;
  onConfirm: () => void;
  onUndo: () => void;
  onClose: () => void;
}

export function LostMergesNotice({ lost, onConfirm, onUndo, onClose }: LostMergesNoticeProps) {
  if (lost === null) return null;
  const files = lost.count === 1 ? 'your merge of 1 file' : `your merges of ${lost.count} files`;
  if (lost.before === undefined) {
    return (
      <ConfirmDialog
        isOpen
        title="Discard merged content?"
        confirmLabel="Discard"
        onCancel={onClose}
        onConfirm={onConfirm}
      >
        This discards {files}.
      </ConfirmDialog>
    );
  }
  return (
    <Alert
      actions={
        <>
          <Button size="small" onClick={onUndo}>
            Undo
          </Button>
          <Button size="small" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {' '}
      Discarded {files}.
    </Alert>
  );
}
