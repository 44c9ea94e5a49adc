import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  title: string;
  /** The question: 'Are you sure you want to …?' */
  children: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
}

/**
 * Asks before something that cannot be undone; focus starts on the harmless answer. While it is busy nothing closes it:
 * it can no longer be called off, and another question must not take what comes of it for its own.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onCancel, onConfirm, title, children, isDangerous = false, isBusy = false } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(isOpen);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !isBusy && onCancel()}
      title={title}
      size="small"
      role="alertdialog"
      initialFocus={cancel}
      bodyClassName="wrap-anywhere"
      footer={
        <>
          <Button ref={cancel} disabled={isBusy} onClick={onCancel}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button look={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {props.confirmLabel ?? 'Confirm'}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
