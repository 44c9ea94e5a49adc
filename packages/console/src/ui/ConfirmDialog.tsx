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
 * Confirms an action that can't be undone. The initial focus is on the harmless answer. While busy, the dialog can't
 * be closed: the action can no longer be canceled, and another confirmation must not receive its result.
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
          <Button variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {props.confirmLabel ?? 'Confirm'}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
