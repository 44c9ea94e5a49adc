import { useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';

interface ErrorDialogProps {
  /** Open while there is one. */
  error: unknown;
  title?: string;
  onClose: () => void;
}

/** The generic error dialog: says what went wrong and waits for Ok. */
export function ErrorDialog({ error, title = 'Error', onClose }: ErrorDialogProps) {
  const ok = useRef<HTMLButtonElement>(null);
  const isOpen = error !== null && error !== undefined;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      size="small"
      role="alertdialog"
      initialFocus={ok}
      footer={
        <Button ref={ok} look="primary" onClick={onClose}>
          Ok
        </Button>
      }
    >
      {isOpen && <ErrorAlert error={error} />}
    </Dialog>
  );
}
