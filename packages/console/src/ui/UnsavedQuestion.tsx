import { ConfirmDialog } from './ConfirmDialog.tsx';

interface UnsavedQuestionProps {
  onLeave: () => void;
  /** Returns to the form. */
  onClose: () => void;
}

export function UnsavedQuestion({ onLeave, onClose }: UnsavedQuestionProps) {
  return (
    <ConfirmDialog
      isOpen
      title="Discard your changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isDangerous
      onCancel={onClose}
      onConfirm={onLeave}
    >
      Your entries have not been saved.
    </ConfirmDialog>
  );
}
