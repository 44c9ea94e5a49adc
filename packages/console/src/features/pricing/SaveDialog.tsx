import { type FormEventHandler, type ReactNode, useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog, type DialogSize } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';

interface SaveDialogProps {
  title: string;
  size?: DialogSize;
  /** Why the last attempt failed: shown above the fields. */
  error: Error | null;
  isSaving: boolean;
  onSubmit: FormEventHandler;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
  /** How the fields are laid out. */
  className?: string;
  /** Buttons before Cancel and Save. */
  actions?: ReactNode;
  /** Shown below the fields. */
  result?: ReactNode;
}

/** A form that the server checks: it closes when it is saved, and shows the server's words when it is not. */
export function SaveDialog(props: SaveDialogProps) {
  const { title, size = 'medium', error, isSaving, onSubmit, onClose, children, className } = props;
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size={size}
      footer={
        <>
          {props.actions}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className={classNames('grid gap-4', className)}>
        {error && <ErrorAlert error={error} className="col-span-full" />}
        {children}
      </form>
      {props.result}
    </Dialog>
  );
}
