import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import type { Refusal } from './refusal.ts';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Name of the action, for screen readers and as a tooltip. */
  label: string;
  icon: ReactNode;
  /** Marks the button as disabled and shows the reason on press. */
  refusal?: Refusal | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, className, refusal, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      {...refusal}
      className={classNames(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors',
        'enabled:hover:bg-accent-soft enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      {icon}
    </button>
  );
}
