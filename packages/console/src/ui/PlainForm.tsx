import type { ReactNode } from 'react';

interface PlainFormProps {
  /** By the button, or by Enter in a field. */
  onSubmit: () => void;
  /** Names the form for screen readers. */
  label?: string;
  /** A landmark of its own: what is searched is the page. */
  isSearch?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A form whose values are not the body of an endpoint: a search, or the start of what takes a while. */
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
        // Once what is wrong is marked: it is read out with its reason, each time the form is sent.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      }}
    >
      {children}
    </form>
  );
}
