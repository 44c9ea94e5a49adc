import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';
import type { FormState } from './form-state.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

interface FormPageProps {
  form: FormState;
  submitLabel: string;
  submitProps?: Pick<ButtonProps, 'variant' | 'disabled' | 'className'>;
  /** Title of the error dialog. */
  errorTitle?: string;
  /** The fields, and how they and the button are laid out. */
  children: ReactNode;
  className?: string;
}

/** A form on a page. */
export function FormPage({ form, submitLabel, submitProps, errorTitle, children, className }: FormPageProps) {
  const { question } = useUnsavedGuard(form.hasUnsaved);
  return (
    <>
      {/* Until the program has loaded the browser submits the form itself: typed text must not end up in the URL. */}
      <form noValidate method="post" onSubmit={form.submit} className={className}>
        {children}
        <Button type="submit" {...submitProps} isBusy={form.isBusy}>
          {submitLabel}
        </Button>
      </form>
      <ErrorDialog title={errorTitle} error={form.error} onClose={form.dismissError} />
      {question}
    </>
  );
}
