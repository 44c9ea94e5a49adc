import { useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';

interface OpenErrorDialogProps {
  error: unknown;
  title: string;
  onClose: () => void;
}

/** The generic error dialog: says what went wrong and waits for Ok. */
export function OpenErrorDialog({ error, title, onClose }: OpenErrorDialogProps) {
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
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
      <ErrorAlert error={error} />
    </Dialog>
  );
}
