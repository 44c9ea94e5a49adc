import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Dialog, type DialogSize } from './Dialog.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';
import type { FormState } from './form-state.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

interface FormDialogProps {
  form: FormState;
  title: string;
  description?: ReactNode;
  size?: DialogSize;
  saveLabel?: string;
  /** Saving cannot simply be undone. */
  isDangerous?: boolean;
  /** Title of the error dialog. */
  errorTitle?: string;
  /** Shows the error above the fields instead, where required by the specification. */
  isErrorInline?: boolean;
  onClose: () => void;
  /** The fields, and how they are laid out. */
  children: ReactNode;
  className?: string;
  /** Shown below the fields. */
  result?: ReactNode;
}

/**
 * Form in a dialog, initially focused on its first field. Cancel closes it; Escape, the cross and a click outside
 * require confirmation if the user has typed. While waiting for the response the dialog can't be closed: errors, and
 * secrets that are shown once, appear nowhere else.
 */
export function FormDialog(props: FormDialogProps) {
  const { form, title, description, size = 'medium', onClose, children, className } = props;
  const formId = useId();
  const { leave, question } = useUnsavedGuard(form.hasUnsaved);
  return (
    <Dialog
      isOpen
      onClose={() => !form.isBusy && leave(onClose)}
      title={title}
      description={description}
      size={size}
      initialFocus={() => firstField(formId)}
      footer={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={props.isDangerous ? 'danger' : 'primary'}
            isBusy={form.isBusy}
          >
            {props.saveLabel ?? 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className={classNames('grid gap-4', className)}>
        {props.isErrorInline && form.error && <ErrorAlert error={form.error} className="col-span-full" />}
        {children}
      </form>
      {props.result}
      {!props.isErrorInline && (
        <ErrorDialog title={props.errorTitle} error={form.error} onClose={form.dismissError} />
      )}
      {question}
    </Dialog>
  );
}

/** Null where there is none: the dialog then finds a place for the focus itself. */
function firstField(formId: string): HTMLElement | null {
  return document.querySelector(`#${CSS.escape(formId)} :is(input, select, textarea):enabled`);
}
