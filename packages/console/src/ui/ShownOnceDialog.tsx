import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

interface ShownOnceDialogProps {
  title: string;
  doneLabel: string;
  /** Confirmation shown when the dialog is closed in another way. */
  question: { title: string; text: string; cancelLabel: string };
  onClose: () => void;
  children: ReactNode;
}

/**
 * Dialog for content that is shown only once. Only the button closes it immediately; Escape and the cross ask for
 * confirmation.
 */
export function ShownOnceDialog({ title, doneLabel, question, onClose, children }: ShownOnceDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const done = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      size="small"
      initialFocus={done}
      onClose={() => setAsking(true)}
      footer={
        <Button ref={done} variant="primary" onClick={onClose}>
          {doneLabel}
        </Button>
      }
    >
      {children}
      <ConfirmDialog
        isOpen={isAsking}
        title={question.title}
        confirmLabel="Close"
        cancelLabel={question.cancelLabel}
        isDangerous
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        {question.text}
      </ConfirmDialog>
    </Dialog>
  );
}
