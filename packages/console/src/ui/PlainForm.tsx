import type { ReactNode } from 'react';

interface PlainFormProps {
  /** Called by the button, or by Enter in a field. */
  onSubmit: () => void;
  /** Accessible name of the form. */
  label?: string;
  /** Makes the form a search landmark for the page. */
  isSearch?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** Form whose values are not the body of an endpoint: a search, or the start of a long operation. */
export function PlainForm({ onSubmit, label, isSearch = false, id, className, children }: PlainFormProps) {
  return (
    <form
      id={id}
      aria-label={label}
      role={isSearch ? 'search' : undefined}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        onSubmit();
        // Wait until errors are marked, so that screen readers announce the field with its error on each submit.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      }}
    >
      {children}
    </form>
  );
}
